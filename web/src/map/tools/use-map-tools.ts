import { useEffect, useState } from 'react'
import { getErrorHelp } from '../../lib/api/errors.ts'
import { usePortalInfo } from '../../lib/portal-info.ts'
import type { MapCanvas } from '../view/use-map.ts'

type Tool = 'menu' | 'search' | 'measure'

/** The tools of a map that are used now and then, and what they say. */
export function useMapTools(canvas: MapCanvas | undefined) {
  const [tool, setTool] = useState<Tool>()
  const [message, setMessage] = useState<string>()
  const [isAerial, setAerial] = useState(false)
  const imagery = usePortalInfo()?.imagery
  useEffect(() => {
    if (!canvas || !imagery || !isAerial) return
    let hide: (() => void) | undefined
    let isOver = false
    import('./aerial.ts').then(
      ({ showAerial }) => {
        if (!isOver) hide = showAerial(canvas.map, imagery)
      },
      (error: unknown) => {
        setAerial(false)
        setMessage(getErrorHelp(error))
      },
    )
    return () => {
      isOver = true
      hide?.()
    }
  }, [canvas, imagery, isAerial])
  return { tool, setTool, message, setMessage, isAerial, setAerial, hasAerial: Boolean(imagery) }
}

export type MapTools = ReturnType<typeof useMapTools>
