// Ends before it reads a command.

process.stderr.write("loading weights\nno licence found\n", () => process.exit(5))
