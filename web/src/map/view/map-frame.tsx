import { Center, Group, Loader } from '@mantine/core'
import { Maximize, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { StateView } from '../../ui/feedback/state-view.tsx'
import { usePalette } from '../layers/palette.ts'
import classes from '../map.module.css'
import { ToolButtons, ToolNotes } from '../tools/map-tools.tsx'
import { useMapTools } from '../tools/use-map-tools.ts'
import { MapToolButton } from './map-note.tsx'
import type { useMap } from './use-map.ts'

type FitControl = { label: string; isBusy?: boolean; onFit: () => void }

type MapFrameProps = ReturnType<typeof useMap> & {
  fit: FitControl
  isWithoutTable?: boolean | undefined
  top?: ReactNode
  bottom?: ReactNode
  /** Content positioned at points of the map. */
  children: ReactNode
}

export function MapFrame({ frame, canvas, isLost, fit, isWithoutTable = false, top, bottom, children }: MapFrameProps) {
  const { water } = usePalette()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const tools = useMapTools(canvas)
  useEffect(() => {
    if (!isWithoutTable) canvas?.map.getCanvas().setAttribute('aria-describedby', id)
  }, [canvas, id, isWithoutTable])
  const onKeyDown = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    // MapLibre handles the other keys: arrows, + and −.
    const isOnMap = target instanceof HTMLCanvasElement && !ctrlKey && !metaKey && !altKey
    if (isOnMap && key.toLowerCase() === 'f') fit.onFit()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the canvas inside takes the keys
    <div ref={box} className={classes.frame} style={{ background: water }} onKeyDown={onKeyDown}>
      <div ref={frame} className={classes.canvas} />
      <div className={classes.overlay}>
        <Group gap={8} align="flex-start" data-tools style={{ alignContent: 'flex-start' }}>
          {top}
          <ToolNotes tools={tools} canvas={canvas} />
        </Group>
        <div className={classes.side} data-tools>
          <ZoomTools map={canvas?.map} fit={fit} />
          <ToolButtons tools={tools} canvas={canvas} frame={box} />
        </div>
        {bottom}
      </div>
      {children}
      {!isWithoutTable && (
        <p id={id} className="visually-hidden">
          What the map shows is also in the table of this screen.
        </p>
      )}
      {isLost && (
        <Center pos="absolute" inset={0} bg="var(--raised)" style={{ zIndex: 5 }} role="status">
          <StateView title="The map has stopped" text="The browser ran out of memory and is trying again." />
        </Center>
      )}
    </div>
  )
}

type ZoomToolsProps = { map: NonNullable<MapFrameProps['canvas']>['map'] | undefined; fit: FitControl }

function ZoomTools({ map, fit: { label, isBusy, onFit } }: ZoomToolsProps) {
  const by = { by: 'user' }
  return (
    <>
      <fieldset className={classes.group} data-upright aria-label="Zoom">
        <MapToolButton label="Zoom in (+)" onClick={() => map?.zoomIn({}, by)}>
          <Plus size={16} aria-hidden="true" />
        </MapToolButton>
        <MapToolButton label="Zoom out (−)" onClick={() => map?.zoomOut({}, by)}>
          <Minus size={16} aria-hidden="true" />
        </MapToolButton>
      </fieldset>
      <div className={classes.group} data-upright>
        <MapToolButton label={label} onClick={onFit}>
          {isBusy ? <Loader size={14} color="gray" /> : <Maximize size={16} aria-hidden="true" />}
        </MapToolButton>
      </div>
    </>
  )
}
