import classes from './illustration.module.css'

type House = { x: number; width: number; height: number; roof: 'gable' | 'flat' | 'shed'; door: number; isOurs?: true }

const ground = 158

// Drawn by hand, slightly irregular.
const houses: House[] = [
  { x: 24, width: 120, height: 74, roof: 'gable', door: 0.3 },
  { x: 168, width: 84, height: 104, roof: 'flat', door: 0.5 },
  { x: 252, width: 84, height: 96, roof: 'flat', door: 0.5 },
  { x: 372, width: 132, height: 66, roof: 'shed', door: 0.72 },
  { x: 540, width: 104, height: 84, roof: 'gable', door: 0.5 },
  { x: 668, width: 104, height: 84, roof: 'gable', door: 0.5, isOurs: true },
  { x: 808, width: 148, height: 58, roof: 'gable', door: 0.24 },
  { x: 988, width: 76, height: 110, roof: 'flat', door: 0.5 },
  { x: 1064, width: 76, height: 98, roof: 'shed', door: 0.5 },
  { x: 1172, width: 124, height: 70, roof: 'gable', door: 0.7 },
  { x: 1320, width: 96, height: 88, roof: 'flat', door: 0.4 },
]

function toOutlinePath({ x, width, height, roof }: House) {
  const eaves = ground - height
  const right = x + width
  if (roof === 'flat') return `M${x} ${ground}V${eaves}H${right}V${ground}M${x - 4} ${eaves}H${right + 4}`
  const ridge =
    roof === 'gable' ? `L${x + width / 2} ${eaves - width * 0.32}L${right + 6} ${eaves + 4}` : `L${right} ${eaves - 22}`
  const start = roof === 'gable' ? `M${x - 6} ${eaves + 4}` : `M${x} ${eaves}`
  return `M${x} ${ground}V${eaves}M${right} ${ground}V${roof === 'gable' ? eaves : eaves - 22}${start}${ridge}`
}

const toDoorPath = ({ x, width, door }: House) => {
  const left = x + width * door - 10
  return `M${left} ${ground}v-24a10 10 0 0 1 20 0v24z`
}

const toWindowsPath = ({ x, width, height, door }: House) =>
  [0.2, 0.5, 0.8]
    .filter((place) => Math.abs(place - door) > 0.18 || height > 80)
    .map((place) => `M${x + width * place - 7} ${ground - height + 18}h14v16h-14z`)
    .join('')

/** A decorative row of houses at the bottom of its container, one with a highlighted door. */
export const Illustration = () => (
  <svg className={classes.street} viewBox="0 0 1440 160" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    {houses.map((house) => (
      <g key={house.x} data-ours={house.isOurs}>
        <path d={toOutlinePath(house)} />
        <path d={toWindowsPath(house)} />
        <path d={toDoorPath(house)} className={house.isOurs && classes.ours} />
      </g>
    ))}
    <path d={`M0 ${ground}H1440`} />
  </svg>
)
