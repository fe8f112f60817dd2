import type { Position } from '../../places/atlas.ts'
import type { Point } from './geometry.ts'

/**
 * Places the plan of a county on the ground. The plan is a lattice of straight lines; on the ground they bend. Each step
 * is a shear or a rotation, so areas stay as planned, nothing that is apart in the plan meets, and it can be reversed.
 */
export type Projection = {
  toGround: (point: Point) => Point
  toPlan: (position: Position) => Point
  toPosition: (ground: Point) => Position
}

const metersPerDegree = 111_195

export function createProjection(origin: Position, numbers: () => number): Projection {
  const turn = (numbers() - 0.5) * 0.2
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  // Long bends make the county look grown, short ones its streets. Their slopes add up to less than a half.
  const createBend = () => {
    const waves = [
      { height: 900, length: 3_400 + numbers() * 1_800 },
      { height: 260, length: 1_400 + numbers() * 900 },
      { height: 34, length: 420 + numbers() * 240 },
    ].map((wave) => ({ ...wave, phase: numbers() * 6.28 }))
    return (along: number) =>
      waves.reduce((sum, { height, length, phase }) => sum + height * Math.sin(along / length + phase), 0)
  }
  const [bendX, bendY] = [createBend(), createBend()]
  // Degrees of longitude are shorter in the north of a county than in its south.
  const toWidth = (lat: number) => metersPerDegree * Math.cos((lat * Math.PI) / 180)
  return {
    toGround: ([planX, planY]) => {
      const x = planX + bendX(planY)
      const y = planY + bendY(x)
      return [x * cos - y * sin, x * sin + y * cos]
    },
    toPlan: ({ lat, lng }) => {
      const east = (lng - origin.lng) * toWidth(lat)
      const north = (lat - origin.lat) * metersPerDegree
      const x = east * cos + north * sin
      const planY = north * cos - east * sin - bendY(x)
      return [x - bendX(planY), planY]
    },
    toPosition: ([x, y]) => {
      const lat = origin.lat + y / metersPerDegree
      return { lat, lng: origin.lng + x / toWidth(lat) }
    },
  }
}
