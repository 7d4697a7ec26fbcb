"""Machine code of a kernel, as nvdisasm tells it: instructions with what their control bits say, the registers
that they write and read, the line of PTX that they come from, and the basic blocks.

The control bits stand in bits 105 to 125 of an instruction's 128: stall count (4 bits: cycles until the warp's next
instruction may issue), yield, write barrier and read barrier (3 bits each, 7: none), wait mask (6), reuse (4).
"""
import collections
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

NONE = 7  # no barrier

Instruction = collections.namedtuple(
    "Instruction", "at guard opcode operands line stall write_barrier read_barrier wait writes reads")
# successors: blocks by number; begin, end: instructions [begin, end)
Block = collections.namedtuple("Block", "begin end successors")


class Function:
    def __init__(self, name, arch):
        self.name, self.arch = name, arch
        self.code, self.labels = [], {}
        self.blocks = []


def tool(name):
    """The path of nvdisasm or ptxas: $CHATTER_NVDISASM or $CHATTER_PTXAS, $PATH, the toolkit, what
    `pip install --target $CHATTER_TEST_CACHE/tools nvidia-cuda-nvdisasm` leaves; None when it is nowhere."""
    given = os.environ.get("CHATTER_" + name.upper()) or shutil.which(name)
    packages = glob.glob(os.path.join(os.environ.get("CHATTER_TEST_CACHE", ""), "tools/nvidia/cu*/bin", name))
    return given or next((p for p in [f"/usr/local/cuda/bin/{name}", *packages] if os.access(p, os.X_OK)), None)


def needed(name):
    """Returns the path of a required tool; exits without it."""
    return tool(name) or sys.exit(f"{name} is not there: not in $PATH, not in /usr/local/cuda/bin; set $CHATTER_{name.upper()} to it. "
                                  "Of PyPI it lies below nvidia/cu13/bin of nvidia-cuda-nvcc (ptxas), nvidia-cuda-nvdisasm")


def version():
    said = subprocess.run([needed("ptxas"), "--version"], check=True, capture_output=True, text=True).stdout
    return re.search(r"release (\d+\.\d+)", said).group(1)


def assemble(ptx, arch, cubin):
    """PTX text (a file) to a cubin with the lines of the PTX; returns (registers, static shared bytes) by function. Text
    for a later architecture is taken for this one: the kernels use nothing that sm_80 lacks."""
    with open(ptx, encoding="ascii") as file:
        text = file.read()
    own = re.search(r"^\.target sm_(\d+)", text, re.M)
    if own and int(own.group(1)) > arch:
        ptx = cubin + ".ptx"
        with open(ptx, "w", encoding="ascii") as file:
            file.write(text.replace(own.group(0), f".target sm_{arch}", 1))
    said = subprocess.run([needed("ptxas"), f"-arch=sm_{arch}", "-lineinfo", "-v", ptx, "-o", cubin],
                          check=True, capture_output=True, text=True).stderr
    used, name = {}, None
    for line in said.splitlines():
        found = re.search(r"Compiling entry function '(\w+)'", line)
        name = found.group(1) if found else name
        found = re.search(r"Used (\d+) registers", line)
        if found and name:
            shared = re.search(r"(\d+) bytes smem", line)
            used[name] = (int(found.group(1)), int(shared.group(1)) if shared else 0)
    return used


def control(high):
    """stall, write barrier, read barrier, wait mask of the upper 64 bits."""
    return high >> 41 & 15, high >> 46 & 7, high >> 49 & 7, high >> 52 & 63


INSTRUCTION = re.compile(r"\s+/\*([0-9a-f]{4,})\*/\s+(?:@(!?U?P\w+)\s+)?([A-Z0-9_.]+)\s*([^;]*);.*/\* 0x([0-9a-f]{16}) \*/")
SECOND = re.compile(r"\s+/\* 0x([0-9a-f]{16}) \*/")
LABEL = re.compile(r"(\.L_x_\d+|[$\w]+):")


def disassemble(cubin, *options):
    return subprocess.run([needed("nvdisasm"), "-c", "-hex", *options, cubin], check=True, capture_output=True,
                          text=True).stdout.splitlines()


def life_columns(row):
    """Of the table's last head line, where the registers of each file begin: [(letter, column)]."""
    parts, at, files = row.split("|"), 0, []
    for letter, part in zip("RPUV", parts[1:]):
        digits = re.search(r"#\s(\d+)", part)
        if digits:
            files.append((letter, digits.start(1), len(digits.group(1))))
    return files


def lives(text):
    """{(function, address): (writes, reads)}, sets of names such as R12, P0, U4, V1 (uniform predicate)."""
    found, function, files, pending = {}, None, [], None
    for line in text:
        code, mark, table = line.rpartition("// |")
        if not mark:
            continue
        if re.search(r"#\s\d", table):
            files = life_columns("|" + table)
            continue
        label = LABEL.match(code)
        if label and not label.group(1).startswith(".L"):
            function = label.group(1)
        first, second = INSTRUCTION.match(code), SECOND.match(code)
        if first:
            pending = int(first.group(1), 16)
        elif second and pending is not None:
            writes, reads = set(), set()
            for (letter, start, n), part in zip(files, table.split("|")):
                for i, sign in enumerate(part[start:start + n]):
                    if sign in "^x":
                        writes.add(f"{letter}{i}")
                    if sign in "vx":
                        reads.add(f"{letter}{i}")
            found[function, pending] = (frozenset(writes), frozenset(reads))
            pending = None
    return found


def read(cubin, arch):
    """The functions of a cubin, {name: Function}; routines that a kernel calls are part of it."""
    registers = lives(disassemble(cubin, "-plr", "-lrm", "narrow"))
    functions, function, section, line_number, first = {}, None, None, None, None
    for line in disassemble(cubin, "-gp"):
        label, note = LABEL.match(line), re.search(r'//## File "[^"]*", line (\d+)', line)
        if line.startswith(".text."):
            function = functions.setdefault(line[6:-1], Function(line[6:-1], arch))
            section, line_number = line[6:-1], None
        elif note and "inlined" not in line:
            line_number = int(note.group(1))
        elif label:
            name = label.group(1)
            if function:
                function.labels[name] = len(function.code)
                if not name.startswith(".L"):
                    section, line_number = name, None
        elif INSTRUCTION.match(line):
            first = INSTRUCTION.match(line)
        elif SECOND.match(line) and first and function:
            at = int(first.group(1), 16)
            writes, reads = registers.get((section, at), registers.get((function.name, at), (frozenset(), frozenset())))
            function.code.append(Instruction(at, first.group(2), first.group(3), first.group(4).strip(), line_number,
                                             *control(int(SECOND.match(line).group(1), 16)), writes, reads))
            first = None
    for function in functions.values():
        function.blocks = blocks(function)
    return functions


def target(function, instruction):
    """The index that a branch goes to, None where the code does not say."""
    found = re.search(r"`\(([^)]*)\)", instruction.operands)
    return function.labels.get(found.group(1)) if found else None


ENDS = ("BRA", "EXIT", "RET", "BRX", "CALL", "BREAK", "JMP", "KILL")


def ends(instruction):
    return instruction.opcode.split(".")[0] in ENDS


def blocks(function):
    """Basic blocks. After a call the block continues; the called routine is reached by a separate
    block."""
    code = function.code
    leaders = {0} | set(function.labels.values())
    for i, instruction in enumerate(code):
        if ends(instruction):
            leaders.add(i + 1)
    starts = sorted(i for i in leaders if i < len(code))
    number = {begin: k for k, begin in enumerate(starts)}
    made = []
    for k, begin in enumerate(starts):
        end = starts[k + 1] if k + 1 < len(starts) else len(code)
        last, successors = code[end - 1], []
        kind = last.opcode.split(".")[0]
        if kind in ("BRA", "JMP", "CALL") and target(function, last) in number:
            successors.append(number[target(function, last)])
        if k + 1 < len(starts) and (kind in ("CALL", "BREAK") or not ends(last) or last.guard
                                    or (kind == "BRA" and "P" in last.operands.split("`")[0])):
            successors.append(k + 1)
        made.append(Block(begin, end, successors))
    return made


def of_ptx(ptx, arch):
    """(functions, what ptxas says of registers and shared memory) of a file of PTX."""
    with tempfile.TemporaryDirectory() as folder:
        cubin = os.path.join(folder, "kernel.cubin")
        used = assemble(ptx, arch, cubin)
        return read(cubin, arch), used
