import type { MapPoint } from '@dooryard/contract/map'
import type { MapLibreMap } from 'maplibre-gl'
import { formatDollars, readable } from '../lib/format.ts'
import classes from './map-tip.module.css'
import { signalWords } from './signal-groups.ts'
import { useBeside } from './use-beside.ts'

export const addressOf = ({ address, unit }: MapPoint) =>
  address ? `${readable(address)}${unit ? ` ${unit}` : ''}` : 'No street address'

const placeOf = ({ city, state, zip }: MapPoint) => [city && readable(city), [state, zip].filter(Boolean).join(' ')]

/** What a point is, while it is pointed at. The table says the same to those who do not point. */
export function PointTip({ map, point }: { map: MapLibreMap; point: MapPoint }) {
  const box = useBeside(map, point)
  const words = signalWords(point.signals)
  return (
    <div ref={box} className={classes.tip} aria-hidden="true">
      <div className={classes.tipHead}>{addressOf(point)}</div>
      <div className={classes.tipLine}>{placeOf(point).filter(Boolean).join(', ')}</div>
      {point.estimatedValue !== null && (
        <div className={classes.tipLine}>{formatDollars(point.estimatedValue)} estimated</div>
      )}
      {words.length > 0 && <div className={classes.tipLine}>{words.join(' · ')}</div>}
    </div>
  )
}
