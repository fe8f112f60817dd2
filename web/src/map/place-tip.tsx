import type { MapLibreMap } from 'maplibre-gl'
import type { PlacesMapProps } from './map-props.ts'
import classes from './map-tip.module.css'
import { useBeside } from './use-beside.ts'

/** What a place is called, while it is pointed at. */
export function PlaceTip({ map, place }: { map: MapLibreMap; place: PlacesMapProps['points'][number] }) {
  const box = useBeside(map, place)
  return (
    <div ref={box} className={classes.tip} aria-hidden="true">
      {place.label}
    </div>
  )
}
