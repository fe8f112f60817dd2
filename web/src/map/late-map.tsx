import { Button, Skeleton } from '@mantine/core'
import { MapPinOff, TriangleAlert } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { helpFor, logError } from '../lib/errors.ts'
import { StateView } from '../ui/display/state-view.tsx'
import classes from './late-map.module.css'
import type { PlacesMapProps, PropertyMapProps } from './map-props.ts'

export type { MapView } from './map-props.ts'

/** Whether this browser draws maps at all; asked once, since each asking costs a drawing context. */
let drawsMaps: boolean | undefined
function canDrawMaps(): boolean {
  drawsMaps ??= (() => {
    const context = document.createElement('canvas').getContext('webgl2')
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return context !== null
  })()
  return drawsMaps
}

type Loading<Props> = { Piece?: ComponentType<Props>; error?: unknown }

/** The code of a map, which comes when the first one is shown. Trying again after a failure really asks again. */
function useLateMap<Props>(load: () => Promise<ComponentType<Props>>) {
  const [state, setState] = useState<Loading<Props>>({})
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads
  useEffect(() => {
    let isGone = false
    load().then(
      (Piece) => !isGone && setState({ Piece }),
      (error: unknown) => {
        logError(error)
        if (!isGone) setState({ error })
      },
    )
    return () => {
      isGone = true
    }
  }, [load, tries])
  const retry = () => {
    setState({})
    setTries((count) => count + 1)
  }
  return { ...state, retry }
}

const Box = ({ children }: { children: ReactNode }) => <div className={classes.box}>{children}</div>

function Late<Props extends object>({ load, props }: { load: () => Promise<ComponentType<Props>>; props: Props }) {
  const { Piece, error, retry } = useLateMap(load)
  if (Piece) return <Piece {...props} />
  if (!error) return <Skeleton className={classes.waiting} radius={0} role="status" aria-label="Loading the map" />
  return (
    <Box>
      <div role="alert">
        <StateView
          tone="bad"
          icon={TriangleAlert}
          title="The map could not be loaded"
          text={helpFor(error)}
          action={
            <Button variant="default" onClick={retry}>
              Try Again
            </Button>
          }
        />
      </div>
    </Box>
  )
}

function NoMap() {
  return (
    <Box>
      <StateView
        icon={MapPinOff}
        title="This browser cannot show the map"
        text="It needs WebGL, which is off or missing here. The table has everything that the map shows."
      />
    </Box>
  )
}

const loadPropertyMap = async () => (await import('./property-map.tsx')).PropertyMapCanvas
const loadPlacesMap = async () => (await import('./places-map.tsx')).PlacesMapCanvas

/** The properties that match some criteria, and the areas that are searched. Fills the box it is put in. */
export const PropertyMap = (props: PropertyMapProps) =>
  canDrawMaps() ? <Late load={loadPropertyMap} props={props} /> : <NoMap />

/** A few given places, and perhaps a circle around a center. Fills the box it is put in. */
export const PlacesMap = (props: PlacesMapProps) =>
  canDrawMaps() ? <Late load={loadPlacesMap} props={props} /> : <NoMap />
