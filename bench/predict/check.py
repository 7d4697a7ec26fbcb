"""Is every dependence of machine code covered, by stall counts or by barriers?

A walk over the basic blocks to a fixed point, with the worst of all ways that lead to a block:
- what takes a variable time (memory, conversions, MUFU, ...) writes registers behind a write barrier: who reads or
  writes them must have waited for it. Of several of one kind that return in order the last may set it for all
  (shuffles go the way of shared memory).
- such an instruction that reads its registers late sets a read barrier: who writes them must have waited.
- what takes a fixed time sets none: who reads the registers must issue LEAST cycles behind it at the earliest. NVIDIA
  does not publish these numbers; they are the least distance that ptxas leaves in the kernels of kernels/COUNTS.csv
  (`python3 -m predict least FOLDER`), so what is found is code that departs from all the other code.
Behind a call nothing is known. What this cannot see: memory, and whether an instruction reads more than nvdisasm says.
"""
import collections

import sass

VARIABLE = {"LDG", "LD", "LDL", "LDS", "LDSM", "LDC", "LDGSTS", "ATOM", "ATOMG", "ATOMS", "SHFL", "MUFU",
            "S2R", "S2UR", "B2R", "POPC", "FLO", "BREV", "I2FP", "MATCH", "FRND", "QSPC", "REDUX", "R2B"}
FP64 = {"DFMA", "DADD", "DMUL", "DSETP", "DMNMX"}
CONVERT = {"F2I", "I2F", "F2F", "R2UR"}  # with a barrier or without
STORES = {"ST", "STG", "STL", "STS", "RED"}
LIMIT = 32  # cycles after which all that is fixed has arrived

# Smallest distances {architecture: {(producer, file of the register, consumer): cycles}}.
LEAST = {
    80: {("alu", "P", "alu"): 4, ("alu", "P", "control"): 13, ("alu", "P", "convert"): 13,
         ("alu", "P", "fp64"): 13, ("alu", "P", "memory"): 13, ("alu", "R", "alu"): 4,
         ("alu", "R", "control"): 4, ("alu", "R", "convert"): 4, ("alu", "R", "fp64"): 6,
         ("alu", "R", "memory"): 4, ("convert", "R", "alu"): 10, ("convert", "R", "memory"): 17,
         ("fp64", "P", "alu"): 10, ("fp64", "P", "control"): 14, ("fp64", "P", "fp64"): 10,
         ("fp64", "P", "memory"): 14, ("fp64", "R", "alu"): 10, ("fp64", "R", "convert"): 15,
         ("fp64", "R", "fp64"): 10, ("fp64", "R", "memory"): 11, ("uniform", "U", "alu"): 2,
         ("uniform", "U", "memory"): 3, ("uniform", "U", "uniform"): 2, ("uniform", "V", "uniform"): 2},
    90: {("alu", "P", "alu"): 4, ("alu", "P", "control"): 13, ("alu", "P", "convert"): 13,
         ("alu", "P", "fp64"): 13, ("alu", "P", "memory"): 13, ("alu", "R", "alu"): 2,
         ("alu", "R", "control"): 4, ("alu", "R", "convert"): 4, ("alu", "R", "fp64"): 6,
         ("alu", "R", "memory"): 4, ("convert", "R", "alu"): 10, ("convert", "R", "memory"): 17,
         ("fp64", "P", "alu"): 6, ("fp64", "P", "control"): 14, ("fp64", "P", "convert"): 14,
         ("fp64", "P", "fp64"): 6, ("fp64", "P", "memory"): 14, ("fp64", "R", "alu"): 10,
         ("fp64", "R", "convert"): 6, ("fp64", "R", "fp64"): 8, ("fp64", "R", "memory"): 6,
         ("uniform", "U", "alu"): 2, ("uniform", "U", "control"): 3, ("uniform", "U", "convert"): 7,
         ("uniform", "U", "fp64"): 2, ("uniform", "U", "memory"): 2, ("uniform", "U", "uniform"): 2,
         ("uniform", "V", "uniform"): 1}}


def base(instruction):
    return instruction.opcode.split(".")[0]


def kind(instruction):
    """The class of an instruction: fp64, uniform, convert, memory (and all that has queues),
    control or alu."""
    name = base(instruction)
    if name in FP64:
        return "fp64"
    if name in CONVERT:
        return "convert"
    if name in VARIABLE or name in STORES:
        return "memory"
    if name in ("BRA", "EXIT", "BRX", "CALL", "RET", "BSSY", "BSYNC", "WARPSYNC", "BAR", "BREAK"):
        return "control"
    return "uniform" if name.startswith("U") or name in ("VOTEU",) else "alu"


def is_fixed(instruction):
    return instruction.write_barrier == sass.NONE and base(instruction) not in VARIABLE


class State:
    """What is under way at a point: `since` {register: {producer: cycle of issue, the latest}} with
    `now`, counted from the block's beginning (before it: negative), `late` {register: barriers},
    `open` {register: name of what returns in order, with no barrier yet}, `held` {register, with ! where FP64
    reads it, which itself takes its instructions in order: read barriers}, `guard` {register: (name, guard) of its late writer}."""

    def __init__(self):
        self.now = 0
        self.since, self.late, self.open, self.held, self.guard = {}, {}, {}, {}, {}

    def copy(self):
        made = State()
        made.now, made.late = self.now, dict(self.late)
        made.since = {register: dict(issued) for register, issued in self.since.items()}
        made.open, made.held, made.guard = dict(self.open), dict(self.held), dict(self.guard)
        return made

    def join(self, other):
        """Merges the worse of both; True if this one changed."""
        changed = False
        for register, issued in other.since.items():
            mine = self.since.setdefault(register, {})
            for producer, cycle in issued.items():
                if cycle > mine.get(producer, -LIMIT):
                    mine[producer], changed = cycle, True
        for mine, theirs in ((self.late, other.late), (self.held, other.held)):
            for register, mask in theirs.items():
                if mask & ~mine.get(register, 0):
                    mine[register], changed = mine.get(register, 0) | mask, True
        for register, guard in other.guard.items():
            if self.guard.setdefault(register, guard) != guard and self.guard[register] is not None:
                self.guard[register], changed = None, True
        for register, name in other.open.items():
            if register not in self.open:
                self.open[register], changed = name, True
        return changed


    def leave(self):
        """The state at the end of a block as that at the beginning of another."""
        for register in list(self.since):
            issued = {p: cycle - self.now for p, cycle in self.since[register].items() if self.now - cycle < LIMIT}
            if issued:
                self.since[register] = issued
            else:
                del self.since[register]
        self.now = 0


def wait(state, mask):
    for table in (state.late, state.held):
        for register in [r for r, bars in table.items() if bars & mask]:
            table[register] &= ~mask
            if not table[register]:
                del table[register]


def wait_counted(state, instruction):
    """DEPBAR.LE SBn, count: at most `count` are left, in order; treated as all of them."""
    words = instruction.operands.replace(",", " ").split()
    if base(instruction) == "DEPBAR" and words and words[0].startswith("SB"):
        wait(state, 1 << int(words[0][2:]))


def opposite(one, other):
    """True if only one of two guards can hold: P1 and !P1."""
    return bool(one and other) and (one == "!" + other or other == "!" + one)


def faults(state, instruction, least, found):
    def say(register, what):
        found.append((instruction.at, instruction.opcode, register, what))

    if base(instruction) in ("CALL", "RET"):  # nvdisasm lists what the routine uses: it is looked at itself
        return

    for register in instruction.reads | instruction.writes:
        if register in state.late:
            writer = state.guard.get(register) or (None, None)
            own = base(instruction) == writer[0] and not is_fixed(instruction)  # of one kind: in their order
            if register not in instruction.reads and (own or opposite(instruction.guard, writer[1])):
                continue
            say(register, "no wait for its write barrier")
        elif register in state.open:
            say(register, f"{state.open[register]} has no barrier")
    for register in instruction.writes:
        late = register in state.held or (register + "!" in state.held and kind(instruction) != "fp64")
        if late and is_fixed(instruction):
            say(register, "no wait for its read barrier")
    own = kind(instruction)
    for register in instruction.reads:
        for producer, cycle in state.since.get(register, {}).items():
            cycles = state.now - cycle
            if cycles < least.get((producer, register[0], own), 0):
                say(register, f"{cycles} cycles behind {producer}, not {least[producer, register[0], own]}")


def advance(state, instruction, shortest):
    """The state after an instruction; `shortest` {(producer, file, consumer): cycles} collects the
    distances."""
    own, name = kind(instruction), base(instruction)
    if name in ("CALL", "RET"):
        state.now += max(instruction.stall, 1)
        return
    if shortest is not None:
        for register in instruction.reads:
            for producer, cycle in state.since.get(register, {}).items():
                key = producer, register[0], own
                shortest[key] = min(state.now - cycle, shortest.get(key, LIMIT))
    for register in instruction.writes:
        if not instruction.guard:
            state.since.pop(register, None)
        if is_fixed(instruction):
            state.since.setdefault(register, {})[own] = state.now
        elif instruction.write_barrier != sass.NONE:
            state.late[register] = state.late.get(register, 0) | 1 << instruction.write_barrier
            state.guard[register] = name, instruction.guard
        else:
            state.open[register] = name
    if instruction.write_barrier != sass.NONE:
        for register in [r for r, what in state.open.items() if what == name or {what, name} == {"LDS", "SHFL"}]:
            state.late[register] = state.late.get(register, 0) | 1 << instruction.write_barrier
            del state.open[register]
    if instruction.read_barrier != sass.NONE:
        for register in (r for r in instruction.reads - instruction.writes if r[0] == "R"):  # others are read at once
            register += "!" if own == "fp64" else ""
            state.held[register] = state.held.get(register, 0) | 1 << instruction.read_barrier
    state.now += max(instruction.stall, 1)  # 0: before an instruction that waits itself


def walk_block(function, block, state, least, found, shortest):
    for instruction in function.code[block.begin:block.end]:
        wait(state, instruction.wait)
        wait_counted(state, instruction)
        if found is not None:
            faults(state, instruction, least, found)
        advance(state, instruction, shortest)


def walk(function, least, shortest=None):
    """The faults of a function: [(address, opcode, register, what)]."""
    entry = {0: State()}
    todo = collections.deque([0])
    while todo:
        k = todo.popleft()
        block, state = function.blocks[k], entry[k].copy()
        walk_block(function, block, state, least, None, None)
        state.leave()
        if base(function.code[block.end - 1]) == "CALL":
            state = State()
        for successor in block.successors:
            if successor not in entry:
                entry[successor] = state.copy()
                todo.append(successor)
            elif entry[successor].join(state):
                if successor not in todo:
                    todo.append(successor)
    found = []
    for k, state in entry.items():
        walk_block(function, function.blocks[k], state.copy(), least, found, shortest)
    return sorted(set(found))


def check(function):
    return walk(function, LEAST[function.arch])
