import { Loader, UnstyledButton } from '@mantine/core'
import { Maximize, Minus, Plus } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { StateView } from '../ui/display/state-view.tsx'
import classes from './map.module.css'
import tools from './map-tools.module.css'
import type { Canvas } from './use-map.ts'

type MapFrameProps = {
  frame: (element: HTMLDivElement | null) => void
  isLost: boolean
  onFit: () => void
  children: ReactNode
}

/** The box of a map, and what stands on it. */
export function MapFrame({ frame, isLost, onFit, children }: MapFrameProps) {
  const onKeyDown = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    // The rest of the keys are MapLibre's: arrows, + and −.
    const isOnMap = target instanceof HTMLCanvasElement && !ctrlKey && !metaKey && !altKey
    if (isOnMap && key.toLowerCase() === 'f') onFit()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the canvas inside takes the keys
    <div className={classes.frame} onKeyDown={onKeyDown}>
      <div ref={frame} className={classes.canvas} />
      {children}
      {isLost && (
        <div className={classes.lost} role="status">
          <StateView title="The map has stopped" text="This browser ran out of room to draw it, and tries again." />
        </div>
      )}
    </div>
  )
}

type ToolProps = { label: string; isPressed?: boolean; isDisabled?: boolean; onClick: () => void; children: ReactNode }

/** A small button on the map. */
export function Tool({ label, isPressed, isDisabled, onClick, children }: ToolProps) {
  return (
    <UnstyledButton
      className={tools.tool}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </UnstyledButton>
  )
}

/** Zoom, and fit where there is something to fit to. */
export function ZoomTools({ canvas, fit }: { canvas: Canvas | undefined; fit: Fit }) {
  const by = { by: 'user' }
  return (
    <>
      <fieldset className={tools.group} data-upright aria-label="Zoom">
        <Tool label="Zoom in (+)" onClick={() => canvas?.map.zoomIn({}, by)}>
          <Plus size={16} aria-hidden="true" />
        </Tool>
        <Tool label="Zoom out (−)" onClick={() => canvas?.map.zoomOut({}, by)}>
          <Minus size={16} aria-hidden="true" />
        </Tool>
      </fieldset>
      <div className={tools.group} data-upright>
        <Tool label={fit.label} onClick={fit.onFit}>
          {fit.isBusy ? <Loader size={14} color="gray" /> : <Maximize size={16} aria-hidden="true" />}
        </Tool>
      </div>
    </>
  )
}

export type Fit = { label: string; isBusy?: boolean; onFit: () => void }
