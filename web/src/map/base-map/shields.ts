import type { ExpressionSpecification, MapLibreMap } from 'maplibre-gl'
import type { Palette } from '../layers/palette.ts'

type Shield = 'interstate' | 'us' | 'state'

/** The picture behind the number of a road, by its network. */
export const shieldIcon: ExpressionSpecification = [
  'match',
  ['coalesce', ['get', 'network'], ''],
  ...['US:I', 'shield-interstate'],
  ...['US:US', 'shield-us'],
  'shield-state',
] as unknown as ExpressionSpecification

const ratio = 3
const side = 18
const radius: Record<Shield, number> = { interstate: 5, us: 4, state: 9 }

/** A plate that stretches around its number. */
function drawShield(shield: Shield, { base }: Palette): ImageData {
  const canvas = document.createElement('canvas')
  canvas.width = side * ratio
  canvas.height = side * ratio
  const context = canvas.getContext('2d')
  if (!context) return new ImageData(canvas.width, canvas.height)
  context.scale(ratio, ratio)
  context.fillStyle = shield === 'interstate' ? base.interstate : base.shield
  context.strokeStyle = shield === 'interstate' ? base.interstate : base.shieldLine
  context.lineWidth = shield === 'us' ? 1.5 : 1
  context.beginPath()
  context.roundRect(1, 1, side - 2, side - 2, radius[shield])
  context.fill()
  context.stroke()
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

const middle = (side * ratio) / 2

/** Draws the shields in the colors of the palette, over those of another color scheme. */
export function paintShields(map: MapLibreMap, palette: Palette) {
  for (const shield of ['interstate', 'us', 'state'] as const) {
    const [id, image] = [`shield-${shield}`, drawShield(shield, palette)]
    if (map.hasImage(id)) map.updateImage(id, image)
    else
      map.addImage(id, image, {
        pixelRatio: ratio,
        stretchX: [[middle - 1, middle + 1]],
        stretchY: [[middle - 1, middle + 1]],
        content: [6, 6, side * ratio - 6, side * ratio - 6],
      })
  }
}
