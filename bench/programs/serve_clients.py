#!/usr/bin/env python3
"""Rows a second that `chatter serve models/plate/steady.yaml` answers: CLIENTS threads, each asking for EACH rows one after
another, with a connection for each row.

  build/chatter serve models/plate/steady.yaml --port 4242 &
  bench/programs/serve_clients.py 4242 256 4
"""
import http.client
import json
import random
import sys
import threading
import time

port, clients, each = (int(word) for word in sys.argv[1:4])
random.seed(1)
rows = [[random.uniform(270, 282), 500] for _ in range(clients * each)]
ready = threading.Barrier(clients + 1)
failed = []


def client(own):
    ready.wait()
    for row in own:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("POST", "/Evaluate", json.dumps({"name": "steady", "input": [row]}))
        answer = connection.getresponse()
        answer.read()
        connection.close()
        if answer.status != 200:
            failed.append(answer.status)


threads = [threading.Thread(target=client, args=(rows[k::clients],)) for k in range(clients)]
for thread in threads:
    thread.start()
ready.wait()
start = time.time()
for thread in threads:
    thread.join()
print(f"{len(rows)} rows, {clients} clients: {len(rows) / (time.time() - start):.0f} rows/s, {len(failed)} failed")
