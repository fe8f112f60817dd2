import { Button } from '@mantine/core'
import { MousePointerClick } from 'lucide-react'
import { PlacesMap } from '../../map/late-map.tsx'
import classes from './buyer-finder.module.css'
import type { Position } from './buyer-search.ts'
import type { Point } from './map-points.ts'

type BuyerMapProps = {
  center: Position | undefined
  miles: number | undefined
  points: readonly Point[]
  active: string | undefined
  onActive: (id: string | undefined) => void
  onOpen: (id: string) => void
  /** Set while the next click on the map says where to look. */
  picking: { onPick: (point: Position) => void; onCancel: () => void } | undefined
  isTall: boolean
}

/** The subject with its circle, and what was bought by the buyers in the list. */
export function BuyerMap({ picking, isTall, ...map }: BuyerMapProps) {
  return (
    <section className={classes.map} aria-label="Map" data-tall={isTall || undefined} data-picking={picking && true}>
      <PlacesMap {...map} onPick={picking?.onPick} label="Map of the purchases" />
      {picking && (
        <p className={classes.picking} role="status">
          <MousePointerClick size={16} aria-hidden="true" />
          Click the map where to look for buyers
          <Button size="compact-xs" variant="default" onClick={picking.onCancel}>
            Cancel
          </Button>
        </p>
      )}
    </section>
  )
}
