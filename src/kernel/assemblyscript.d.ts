// Types of AssemblyScript in the files of numbers that the hosts import (assembly/layout.ts and the like).

type i32 = number
type u32 = number
type usize = number
type f64 = number
