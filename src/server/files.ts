// The files of the page: found below one folder and nowhere else, kept in memory with their compressed forms.
//
// A path is read from the request's own text, not from a parsed URL, which has already resolved the dots in it. What
// could leave the folder in any way is not repaired but unknown. Links are followed only where they end inside.

import { createHash } from "node:crypto"
import { createReadStream, realpathSync, statSync } from "node:fs"
import { readFile, realpath, stat } from "node:fs/promises"
import { extname, join, sep } from "node:path"
import { Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { err, ok, type Result } from "../base/result.ts"

const UTF8 = "; charset=utf-8"
const TYPES: Readonly<Record<string, string>> = {
  ".html": `text/html${UTF8}`,
  ".js": `text/javascript${UTF8}`,
  ".mjs": `text/javascript${UTF8}`,
  ".css": `text/css${UTF8}`,
  ".json": "application/json",
  ".map": "application/json",
  ".webmanifest": "application/manifest+json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".txt": `text/plain${UTF8}`,
  ".sgf": "application/x-go-sgf",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".mp3": "audio/mpeg",
  ".ogg": "audio/ogg",
  ".wav": "audio/wav",
}
/** The rest is compressed already, or not known to gain from it. */
const COMPRESSIBLE = /^text\/|json$|wasm$|svg\+xml$|x-go-sgf$/
/** Below it, headers cost more than what is saved. */
const FEWEST_BYTES = 1024
/** Fast enough for the first request, which waits for it. */
const BROTLI_QUALITY = 5
/** Vite puts a hash of the content into these names, so that they never change. */
const IMMUTABLE = /^\/assets\/.*-[\w-]{8,}\.\w+$/

type Encoding = "br" | "gzip"

export interface WebFile {
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  /** Made when it is sent: HEAD and "not modified" send nothing. */
  readonly body: () => Uint8Array<ArrayBuffer> | ReadableStream
}

interface Kept {
  /** What it was when it was read; a change is seen and read again. */
  readonly stamp: string
  readonly bytes: Buffer<ArrayBuffer>
  readonly hash: string
  readonly encoded: Map<Encoding, Promise<Buffer<ArrayBuffer> | undefined>>
  /** In memory, compressed forms included. */
  size: number
}

export class WebFolder {
  readonly #root: string
  readonly #cacheBytes: number
  readonly #mark: string
  /** By real path, what was used last at the end. */
  readonly #kept = new Map<string, Kept>()

  private constructor(root: string, cacheBytes: number, mark: string) {
    this.#root = root
    this.#cacheBytes = cacheBytes
    this.#mark = mark
  }

  /** The folder of a built page; the error says that there is none. `mark` goes into the head of index.html. */
  static open(folder: string, cacheBytes: number, mark = ""): Result<WebFolder, string> {
    try {
      const root = realpathSync(folder)
      if (statSync(join(root, "index.html")).isFile()) return ok(new WebFolder(root, cacheBytes, mark))
    } catch {
      // Missing and unreadable are reported alike.
    }
    return err(`there is no page to serve: ${join(folder, "index.html")} is missing`)
  }

  /** The file that a request's target names, in a form that the client accepts; undefined when there is none. */
  async find(target: string, acceptEncoding = ""): Promise<WebFile | undefined> {
    const path = parsePath(target)
    if (path === undefined) return undefined
    try {
      return await this.#find(path, acceptEncoding)
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /** The address of a folder with a page that is named without its last slash: relative links need the slash. */
  async folderAt(target: string): Promise<string | undefined> {
    const path = parsePath(target)
    if (path === undefined) return undefined
    const address = `${path.split("/").map(encodeURIComponent).join("/")}/`
    return (await this.find(address)) && address
  }

  /** How many bytes are in memory. */
  get cached(): number {
    return [...this.#kept.values()].reduce((sum, { size }) => sum + size, 0)
  }

  async #find(path: string, acceptEncoding: string): Promise<WebFile | undefined> {
    const real = await realpath(join(this.#root, path))
    if (!real.startsWith(this.#root + sep)) return undefined
    const stats = await stat(real)
    if (!stats.isFile()) return undefined
    const { size, mtimeMs } = stats
    const stamp = `${size}-${mtimeMs}`
    const type = TYPES[extname(path).toLowerCase()] ?? "application/octet-stream"
    const headers = {
      "Content-Type": type,
      "Cache-Control": IMMUTABLE.test(path) ? "max-age=31536000, immutable" : "no-cache",
    }
    if (size > this.#cacheBytes / 8)
      return {
        headers: { ...headers, "Content-Length": `${size}` },
        etag: `W/"${stamp}"`,
        // Ends where the promised length does, if the file grows meanwhile.
        body: () => Readable.toWeb(createReadStream(real, { end: size - 1 })),
      }
    const kept = await this.#keep(real, stamp, path === "/index.html" ? this.#mark : "")
    const isCompressible = COMPRESSIBLE.test(type) && size >= FEWEST_BYTES
    const encoding = isCompressible ? chooseEncoding(acceptEncoding) : undefined
    const encoded = encoding && (await this.#encode(kept, encoding))
    const bytes = encoded ?? kept.bytes
    return {
      headers: {
        ...headers,
        "Content-Length": `${bytes.length}`,
        ...(isCompressible ? { Vary: "Accept-Encoding" } : {}),
        ...(encoding && encoded ? { "Content-Encoding": encoding } : {}),
      },
      etag: encoding && encoded ? `"${kept.hash}-${encoding}"` : `"${kept.hash}"`,
      body: () => bytes,
    }
  }

  async #keep(real: string, stamp: string, mark: string): Promise<Kept> {
    const known = this.#kept.get(real)
    this.#kept.delete(real)
    const kept = known?.stamp === stamp ? known : await readKept(real, stamp, mark)
    this.#kept.set(real, kept)
    this.#makeRoom()
    return kept
  }

  async #encode(kept: Kept, encoding: Encoding): Promise<Buffer<ArrayBuffer> | undefined> {
    const encoded = kept.encoded.get(encoding) ?? this.#compress(kept, encoding)
    kept.encoded.set(encoding, encoded)
    return encoded
  }

  /** Undefined where nothing is gained. */
  async #compress(kept: Kept, encoding: Encoding): Promise<Buffer<ArrayBuffer> | undefined> {
    const bytes = await COMPRESSORS[encoding](kept.bytes)
    if (bytes.length >= kept.bytes.length) return undefined
    kept.size += bytes.length
    this.#makeRoom()
    return bytes as Buffer<ArrayBuffer>
  }

  #makeRoom(): void {
    for (const real of this.#kept.keys()) {
      if (this.cached <= this.#cacheBytes) return
      this.#kept.delete(real)
    }
  }
}

const brotli = promisify(brotliCompress)
const COMPRESSORS: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify<Buffer, Buffer>(gzip),
}

/**
 * The path below the folder that a request's target names, beginning with a slash; undefined when it is none that we
 * have: not absolute, not decodable, with a dot file or a way up, or with a character that means something to some file
 * system.
 */
export function parsePath(target: string): string | undefined {
  const [encoded = ""] = target.split(/[?#]/, 1)
  const path = decode(encoded)
  // oxlint-disable-next-line no-control-regex -- NUL ends a name for the system, the others have no business in one
  if (path === undefined || !path.startsWith("/") || /[\\:\u0000-\u001f\u007f]/.test(path)) return undefined
  const [, ...names] = (path.endsWith("/") ? `${path}index.html` : path).split("/")
  return names.some((name) => name === "" || name.startsWith(".")) ? undefined : `/${names.join("/")}`
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Brotli before gzip, where the client takes it. */
export function chooseEncoding(accepted: string): Encoding | undefined {
  const taken = accepted
    .toLowerCase()
    .split(",")
    .map((part) => part.split(";").map((word) => word.trim()))
    .filter(([, quality = "q=1"]) => !/^q=0(\.0*)?$/.test(quality))
    .map(([name]) => name)
  return (["br", "gzip"] as const).find((encoding) => taken.includes(encoding))
}

/** Whether `If-None-Match` names what we have. */
export function isUnchanged(noneMatch: string | undefined, etag: string): boolean {
  const plain = (text: string): string => text.trim().replace(/^W\//, "")
  return noneMatch?.split(",").some((part) => plain(part) === plain(etag) || part.trim() === "*") ?? false
}

async function readKept(real: string, stamp: string, mark: string): Promise<Kept> {
  const read = await readFile(real)
  const bytes = mark === "" ? read : Buffer.from(read.toString("utf8").replace("<head>", `<head>${mark}`))
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22)
  return { stamp, bytes, hash, encoded: new Map(), size: bytes.length }
}

function isMissing(error: unknown): boolean {
  const codes = ["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP", "EACCES", "EISDIR", "EINVAL"]
  return error instanceof Error && "code" in error && codes.includes(String(error.code))
}
