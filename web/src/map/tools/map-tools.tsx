import { Ellipsis, Expand, LocateFixed, Shrink } from 'lucide-react'
import { lazy, type RefObject, Suspense, useEffect, useState } from 'react'
import { getErrorHelp } from '../../lib/api/errors.ts'
import classes from '../map.module.css'
import { MapNote, MapNoteButton, MapToolButton } from '../view/map-note.tsx'
import type { MapCanvas } from '../view/use-map.ts'
import type { MapTools } from './use-map-tools.ts'

// Each is loaded with its first use.
const ToolMenu = lazy(async () => ({ default: (await import('./tool-menu.tsx')).ToolMenu }))
const AddressSearch = lazy(async () => ({ default: (await import('./address-search.tsx')).AddressSearch }))
const Measure = lazy(async () => ({ default: (await import('./measure.tsx')).Measure }))

type MapToolsProps = { tools: MapTools; canvas: MapCanvas | undefined; frame: RefObject<HTMLDivElement | null> }

/** Full screen, the user's own place, and a menu of further tools. */
export function ToolButtons({ tools, canvas, frame }: MapToolsProps) {
  const isFull = useFullScreen(frame)
  const { tool, setTool, setMessage } = tools
  const locate = async () => {
    if (!canvas) return
    setMessage('Looking for your location…')
    try {
      const { locate } = await import('./locate.ts')
      setMessage(await locate(canvas))
    } catch (error) {
      setMessage(getErrorHelp(error))
    }
  }
  return (
    <>
      <div className={classes.group} data-upright data-more>
        {document.fullscreenEnabled && (
          <MapToolButton
            label={isFull ? 'Leave full screen' : 'Full screen'}
            onClick={() => void (isFull ? document.exitFullscreen() : frame.current?.requestFullscreen())}
          >
            {isFull ? <Shrink size={16} aria-hidden="true" /> : <Expand size={16} aria-hidden="true" />}
          </MapToolButton>
        )}
        <MapToolButton label="Show my location" onClick={() => void locate()}>
          <LocateFixed size={16} aria-hidden="true" />
        </MapToolButton>
        <MapToolButton
          label="More map tools"
          aria-haspopup="menu"
          aria-expanded={tool === 'menu'}
          onClick={() => setTool(tool === 'menu' ? undefined : 'menu')}
        >
          <Ellipsis size={16} aria-hidden="true" />
        </MapToolButton>
      </div>
      {tool === 'menu' && canvas && (
        <Suspense fallback={null}>
          <ToolMenu tools={tools} map={canvas.map} frame={frame} />
        </Suspense>
      )}
    </>
  )
}

/** What the tools in use say and ask. */
export function ToolNotes({ tools, canvas }: Pick<MapToolsProps, 'tools' | 'canvas'>) {
  const { tool, setTool, message, setMessage } = tools
  return (
    <>
      {canvas && tool === 'search' && (
        <Suspense fallback={null}>
          <AddressSearch map={canvas.map} onClose={() => setTool(undefined)} />
        </Suspense>
      )}
      {canvas && tool === 'measure' && (
        <Suspense fallback={null}>
          <Measure canvas={canvas} onClose={() => setTool(undefined)} />
        </Suspense>
      )}
      {message && (
        <MapNote>
          <span role="status">{message}</span>
          <MapNoteButton onClick={() => setMessage(undefined)}>Dismiss</MapNoteButton>
        </MapNote>
      )}
    </>
  )
}

function useFullScreen(frame: RefObject<HTMLDivElement | null>): boolean {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const onChange = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [frame])
  return isFull
}
