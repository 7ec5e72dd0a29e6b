"""The lowest floor: errors, the kernel cache, bit tricks, random numbers, parallel tasks."""
