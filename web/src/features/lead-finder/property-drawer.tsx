import { ActionIcon } from '@mantine/core'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { DetailDrawer } from '../../ui/display/detail-drawer.tsx'
import classes from './property-drawer.module.css'
import { PropertyWaiting } from './property-waiting.tsx'

// Most people look at the table for a while before they open a property.
const PropertyDetails = lazy(async () => ({ default: (await import('./property-details.tsx')).PropertyDetails }))

type PropertyDrawerProps = {
  id: string | undefined
  onClose: () => void
  /** To the property before or after this one in the table. */
  onStep: (by: 1 | -1) => void
  /** Where a property stands in the table, as far as that is known. */
  placeOf: (id: string) => number | undefined
}

/** Everything known of one property, beside the list it came from. */
export function PropertyDrawer({ id, onClose, onStep, placeOf }: PropertyDrawerProps) {
  return (
    <DetailDrawer what="Property" id={id} size={480} onClose={onClose}>
      {(shown) => (
        <>
          {placeOf(shown) !== undefined && (
            <div className={classes.steps}>
              <ActionIcon
                aria-label="Previous property"
                title="Previous property"
                disabled={placeOf(shown) === 0}
                onClick={() => onStep(-1)}
              >
                <ChevronUp size={16} aria-hidden="true" />
              </ActionIcon>
              <ActionIcon aria-label="Next property" title="Next property" onClick={() => onStep(1)}>
                <ChevronDown size={16} aria-hidden="true" />
              </ActionIcon>
            </div>
          )}
          <Suspense fallback={<PropertyWaiting />}>
            <PropertyDetails key={shown} id={shown} />
          </Suspense>
        </>
      )}
    </DetailDrawer>
  )
}
