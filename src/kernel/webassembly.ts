// The few parts of WebAssembly that the kernel uses, typed here because only the DOM's types have them, and this
// folder runs in Node and in the browser alike.

/** The memory of the module, as far as it is used here. */
export interface WasmMemory {
  readonly buffer: ArrayBufferLike
}

/** A compiled module; it can be posted to workers. */
export interface WasmModule {
  readonly [Symbol.toStringTag]: "WebAssembly.Module"
}

interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>
}

interface Wasm {
  readonly Memory: new (limits: { initial: number; maximum: number; shared: boolean }) => WasmMemory
  compile(bytes: Uint8Array | ArrayBuffer): Promise<WasmModule>
  instantiate(module: WasmModule, imports: { env: { memory: WasmMemory } }): Promise<WasmInstance>
}

/** The runtime's WebAssembly, or undefined where there is none. */
export const wasm: Wasm | undefined = (globalThis as unknown as { WebAssembly?: Wasm }).WebAssembly
