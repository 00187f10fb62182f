// The search loads parts of itself when it needs them, which only a worker that is a module can.
export default { worker: { format: "es" } }
