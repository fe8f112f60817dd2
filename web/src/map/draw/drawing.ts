import type { MapLibreMap } from 'maplibre-gl'
import {
  type GeoJSONStoreFeatures,
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawPolygonMode,
  TerraDrawRectangleMode,
  TerraDrawSelectMode,
} from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import type { Area } from './areas.ts'
import { type Ring, type Shape, tidyRing } from './geometry.ts'

type Color = `#${string}`

type DrawOptions = {
  color: string
  task: { draw: Shape } | { edit: Area }
  /** The current outline, while it is drawn or dragged. */
  onChange: (ring: Ring) => void
  /** The outline once it is finished or released. */
  onDone: (ring: Ring) => void
}

/** Only every so many corners of a circle have a handle. */
const cornersPerHandle = 24

const white = '#ffffff'
const keyEvents = { cancel: null, finish: 'Enter' } as const
const drawInteraction = 'click-move-or-drag'

function createModes(color: Color, isCircle: boolean) {
  const styles = { fillColor: color, fillOpacity: 0.1, outlineColor: color, outlineWidth: 2 } as const
  const isHandle = ({ properties }: GeoJSONStoreFeatures) =>
    !isCircle || Number(properties['index'] ?? 0) % cornersPerHandle === 0
  return [
    new TerraDrawCircleMode({ styles, segments: 96, drawInteraction, keyEvents }),
    new TerraDrawRectangleMode({ styles, drawInteraction, keyEvents }),
    new TerraDrawPolygonMode({
      styles: { ...styles, closingPointColor: color, closingPointWidth: 6, closingPointOutlineColor: white },
      pointerDistance: 24,
      keyEvents,
    }),
    new TerraDrawSelectMode({
      allowManualDeselection: false,
      keyEvents: { deselect: null, delete: null, rotate: null, scale: null },
      flags: {
        circle: { feature: { draggable: true, coordinates: { resizable: 'center-fixed' } } },
        polygon: { feature: { draggable: true, coordinates: { draggable: true, midpoints: true, deletable: true } } },
      },
      styles: {
        selectedPolygonColor: color,
        selectedPolygonFillOpacity: 0.12,
        selectedPolygonOutlineColor: color,
        selectedPolygonOutlineWidth: 2,
        selectionPointColor: white,
        selectionPointWidth: (feature) => (isHandle(feature) ? 6 : 0),
        selectionPointOutlineColor: color,
        selectionPointOutlineWidth: (feature) => (isHandle(feature) ? 2 : 0),
        midPointColor: color,
        midPointWidth: 4,
        midPointOutlineColor: white,
        midPointOutlineWidth: 1,
      },
    }),
  ]
}

const getRing = (draw: TerraDraw, id: string | number): Ring | undefined => {
  const geometry = draw.getSnapshotFeature(id)?.geometry
  return geometry?.type === 'Polygon' ? (geometry.coordinates[0] as Ring) : undefined
}

/** A circle can be moved and resized; a polygon can be edited at each corner. */
const getEditMode = ({ id }: Area) => (id === 'near' ? 'circle' : 'polygon')

/** Starts drawing or editing one area on the map. Returns the clean-up. */
export function draw(map: MapLibreMap, { color, task, onChange, onDone }: DrawOptions): () => void {
  const tool = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, prefixId: 'drawn', coordinatePrecision: 9 }),
    modes: createModes(color as Color, 'edit' in task && getEditMode(task.edit) === 'circle'),
  })
  tool.start()
  let current: string | number | undefined
  if ('draw' in task) tool.setMode(task.draw)
  else {
    const mode = getEditMode(task.edit)
    const geometry = { type: 'Polygon' as const, coordinates: [tidyRing(task.edit.ring)] }
    const [added] = tool.addFeatures([{ type: 'Feature', properties: { mode }, geometry }])
    current = added?.id
    tool.setMode('select')
    if (current !== undefined) tool.selectFeature(current)
  }
  tool.on('change', (ids, type) => {
    if (type === 'delete' || type === 'styling') return
    const id = current ?? ids.find((each) => getRing(tool, each))
    const ring = id === undefined ? undefined : getRing(tool, id)
    if (ring) onChange(ring)
  })
  tool.on('finish', (id) => {
    const ring = getRing(tool, id)
    if (ring) onDone(ring)
  })
  return () => tool.stop()
}
