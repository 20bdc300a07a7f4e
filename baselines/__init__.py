"""Reference learners on the environments, each in one command: see README.md.

Numerical libraries read the number of their threads when they are loaded, so it is set here, before any of them. The
matrices of these learners are small: more threads than one cost more than they gain.
"""

import os

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")
