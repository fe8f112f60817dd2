import { Button, Center, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MapPinOff, TriangleAlert } from 'lucide-react'
import type { ComponentType } from 'react'
import { helpFor, logError } from '../lib/errors.ts'
import { StateView } from '../ui/display/state-view.tsx'
import type { PlacesMapProps, PropertyMapProps } from './map-props.ts'

export type { MapView } from './map-props.ts'

/** Whether this browser draws maps. Each asking costs a drawing context, of which a page has few. */
function canDrawMaps(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

const fill = { w: '100%', h: '100%', mih: 160 } as const

const NoMap = () => (
  <Center {...fill} bg="var(--raised)">
    <StateView
      icon={MapPinOff}
      title="This browser cannot show the map"
      text="It needs WebGL, which is off or missing here. The table has everything that the map shows."
    />
  </Center>
)

type LateMapProps<Props> = { name: string; load: () => Promise<ComponentType<Props>>; props: Props }

/** A map whose code comes when the first one is shown. Trying again after a failure really asks again. */
function LateMap<Props extends object>({ name, load, props }: LateMapProps<Props>) {
  const query = useQuery<ComponentType<Props>>({
    queryKey: ['code', name],
    queryFn: async () => {
      try {
        return canDrawMaps() ? await load() : NoMap
      } catch (error) {
        logError(error)
        throw error
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const { data: Canvas, error, isFetching, refetch } = query
  if (Canvas) return <Canvas {...props} />
  if (!error || isFetching) return <Skeleton {...fill} radius={0} role="status" aria-label="Loading the map" />
  return (
    <Center {...fill} bg="var(--raised)" role="alert">
      <StateView
        tone="bad"
        icon={TriangleAlert}
        title="The map could not be loaded"
        text={helpFor(error)}
        action={
          <Button variant="default" onClick={() => void refetch()}>
            Try Again
          </Button>
        }
      />
    </Center>
  )
}

const loadPropertyMap = async () => (await import('./property-map.tsx')).PropertyMapCanvas
const loadPlacesMap = async () => (await import('./places-map.tsx')).PlacesMapCanvas

/** The properties that match some criteria, and the areas that are searched. Fills the box it is put in. */
export const PropertyMap = (props: PropertyMapProps) => (
  <LateMap name="property map" load={loadPropertyMap} props={props} />
)

/** A few given places, and perhaps a circle around a center. Fills the box it is put in. */
export const PlacesMap = (props: PlacesMapProps) => <LateMap name="places map" load={loadPlacesMap} props={props} />
