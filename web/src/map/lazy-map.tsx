import { Button, Center, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MapPinOff, TriangleAlert } from 'lucide-react'
import type { ComponentType } from 'react'
import { getErrorHelp, logError } from '../lib/api/errors.ts'
import { StateView } from '../ui/feedback/state-view.tsx'
import type { PlacesMapProps, PropertyMapProps } from './map-props.ts'

export type { MapView } from './map-props.ts'

/** Whether this browser supports WebGL 2. Each check takes a drawing context, of which a page has few. */
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

type LazyMapProps<Props> = { name: string; load: () => Promise<ComponentType<Props>>; props: Props }

/** A map whose code loads when the first map is shown. A retry after a failure sends a new request. */
function LazyMap<Props extends object>({ name, load, props }: LazyMapProps<Props>) {
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
    // Code, not data: once loaded it stays, and without it the page is reloaded or offers a retry.
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
        text={getErrorHelp(error)}
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

/** The matching properties and the searched areas. Fills its container. */
export const PropertyMap = (props: PropertyMapProps) => (
  <LazyMap name="property map" load={loadPropertyMap} props={props} />
)

/** A few given places, and optionally a circle around a center. Fills its container. */
export const PlacesMap = (props: PlacesMapProps) => <LazyMap name="places map" load={loadPlacesMap} props={props} />
