// Whose each point will be, in smooth shades: a picture with one pixel for each point, stretched over the board under
// its lines and stones. The browser fills in between, and a new report changes one small picture in place of 361
// elements.

import { useLayoutEffect, useRef } from "preact/hooks"
import type { Picture } from "../state/shared/picture.ts"

/** How dark a point is that is surely Black's, how bright White's, of 255. */
const STRONGEST = { black: 130, white: 180 }

interface OwnerMapProps {
  readonly owners: NonNullable<Picture["owners"]>
  /** Pixels from the frame's corner to the first point's square, and over all points. */
  readonly from: number
  readonly extent: number
}

export function OwnerMap({ owners, from, extent }: OwnerMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = owners.length
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d")
    if (!context) return
    const image = context.createImageData(size, size)
    for (const [index, share] of owners.flat().entries()) {
      const isBlack = share > 0
      image.data.fill(isBlack ? 12 : 255, 4 * index, 4 * index + 3)
      image.data[4 * index + 3] = Math.round(Math.abs(share) * (isBlack ? STRONGEST.black : STRONGEST.white))
    }
    context.putImageData(image, 0, 0)
  }, [owners])
  const style = { left: `${from}px`, top: `${from}px`, width: `${extent}px`, height: `${extent}px` }
  return <canvas ref={canvas} class="owner-map" width={size} height={size} style={style} aria-hidden="true" />
}
