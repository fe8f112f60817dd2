import { ActionIcon, Group, Skeleton } from '@mantine/core'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { DetailDrawer } from '../../../ui/overlay/detail-drawer.tsx'

// Loaded lazily: most users look at the table for a while before they open a property.
const PropertyDetails = lazy(async () => ({ default: (await import('./property-details.tsx')).PropertyDetails }))

type PropertyDrawerProps = {
  id: string | undefined
  onClose: () => void
  /** Moves to the previous or next property of the table. */
  onStep: (by: 1 | -1) => void
  /** The index of a property in the table, if known. */
  findIndex: (id: string) => number | undefined
}

export const PropertyDrawer = ({ id, onClose, onStep, findIndex }: PropertyDrawerProps) => (
  <DetailDrawer what="Property" id={id} size={480} onClose={onClose}>
    {(shown) => (
      <>
        {findIndex(shown) !== undefined && (
          <Group gap={2} pos="absolute" top={12} right={56} style={{ zIndex: 1001 }}>
            <ActionIcon
              aria-label="Previous property"
              data-hint="Previous property"
              disabled={findIndex(shown) === 0}
              onClick={() => onStep(-1)}
            >
              <ChevronUp size={16} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon aria-label="Next property" data-hint="Next property" onClick={() => onStep(1)}>
              <ChevronDown size={16} aria-hidden="true" />
            </ActionIcon>
          </Group>
        )}
        <Suspense fallback={<PropertySkeleton />}>
          <PropertyDetails key={shown} id={shown} skeleton={<PropertySkeleton />} />
        </Suspense>
      </>
    )}
  </DetailDrawer>
)

const PropertySkeleton = () => (
  <div role="status" aria-label="Loading the property">
    <Skeleton height={24} width="70%" mb={8} />
    <Skeleton height={16} width="45%" mb={24} />
    {Array.from({ length: 14 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing but their place
      <Skeleton key={index} height={14} my={18} width={`${90 - ((index * 7) % 30)}%`} />
    ))}
  </div>
)
