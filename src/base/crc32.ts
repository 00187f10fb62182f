// CRC-32 as gzip and PNG compute it (reflected polynomial EDB88320). It tells damage by accident, not by intent.

const TABLE = new Uint32Array(256)
for (let byte = 0; byte < 256; byte++) {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0)
  TABLE[byte] = remainder
}

/** The checksum of the bytes; with `before`, of those whose checksum that is followed by these. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let remainder = ~before
  for (let index = 0; index < bytes.length; index++)
    remainder = (remainder >>> 8) ^ TABLE[(remainder ^ bytes[index]!) & 0xff]!
  return ~remainder >>> 0
}
