// Draws the app's icons for home screens into web/pwa, after web/icon.svg: `node scripts/icons.js`. The files are under
// version control, so that a build needs no more than it must; run this again when the drawing changes.

import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { deflateSync } from "node:zlib"

/** Samples a pixel in each direction: smooth edges. */
const SAMPLES = 4
const WOOD = [0xe3, 0xb5, 0x65, 255]
const LINE = [0x7a, 0x54, 0x23, 255]
const BLACK = [0x1c, 0x1b, 0x1a, 255]
const WHITE = [0xf7, 0xf5, 0xf0, 255]
const EDGE = [0xd6, 0xd0, 0xc4, 255]
const NOTHING = [0, 0, 0, 0]

/**
 * The colour at a place of the drawing, which is 64 wide. @param {number} x @param {number} y @param {number} radius
 */
function colorAt(x, y, radius) {
  const white = Math.hypot(x - 43, y - 32)
  if (white < 16.5) return WHITE
  if (white < 17.5) return EDGE
  if (Math.hypot(x - 25, y - 32) < 17) return BLACK
  const beyond = (/** @type {number} */ at) => Math.max(radius - at, at - 64 + radius, 0)
  if (radius < Infinity && Math.hypot(beyond(x), beyond(y)) > radius) return NOTHING
  return Math.abs(x - 32) < 1.25 || Math.abs(y - 32) < 1.25 ? LINE : WOOD
}

/**
 * @param {number} size in pixels
 * @param {{ radius: number, margin: number }} shape corners in units of the drawing; the share of the size around it
 */
function draw(size, { radius, margin }) {
  const rows = Buffer.alloc(size * (1 + size * 4))
  const scale = 64 / (size * (1 - 2 * margin))
  const place = (/** @type {number} */ pixel) => (pixel - size * margin) * scale
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const sum = { red: 0, green: 0, blue: 0, alpha: 0 }
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
        const dx = ((sample % SAMPLES) + 0.5) / SAMPLES
        const dy = (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES
        const [red = 0, green = 0, blue = 0, alpha = 0] = colorAt(place(x + dx), place(y + dy), radius)
        sum.red += red * alpha
        sum.green += green * alpha
        sum.blue += blue * alpha
        sum.alpha += alpha
      }
      const pixel = [sum.red, sum.green, sum.blue].map((value) => Math.round(value / (sum.alpha || 1)))
      rows.set([...pixel, Math.round(sum.alpha / SAMPLES ** 2)], y * (1 + size * 4) + 1 + x * 4)
    }
  return encode(size, rows)
}

/** @param {number} size @param {Buffer} rows */
function encode(size, rows) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // Eight bits a channel, with alpha.
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = deflateSync(rows, { level: 9 })
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

/** @param {string} name @param {Buffer} data */
function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** @param {Buffer} bytes */
function crc(bytes) {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}

const ROUND = { radius: 14, margin: 0 }
/** Systems that cut their own shape want wood up to the edge. */
const FULL = { radius: Infinity, margin: 0.14 }

for (const [name, size, shape] of /** @type {const} */ ([
  ["icon-192", 192, ROUND],
  ["icon-512", 512, ROUND],
  ["icon-maskable-512", 512, FULL],
  ["icon-touch-180", 180, FULL],
]))
  writeFileSync(fileURLToPath(new URL(`../web/pwa/${name}.png`, import.meta.url)), draw(size, shape))
