"""The study as an UM-Bridge model: python server_umbridge.py [PORT]."""
import sys

import chatter
import umbridge

study = chatter.Study("wall.yaml", on_failure="raise")  # NaN is no JSON


class Wall(umbridge.Model):
    def get_input_sizes(self, config):
        return [len(study.inputs)]

    def get_output_sizes(self, config):
        return [len(study.outputs)]

    def __call__(self, parameters, config):
        return study.evaluate_array(parameters)[0].tolist()

    def supports_evaluate(self):
        return True


umbridge.serve_models([Wall("forward")], int(sys.argv[1]) if len(sys.argv) > 1 else 4242)
