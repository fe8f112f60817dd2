import countiesUrl from 'us-atlas/counties-10m.json?url'
import statesUrl from 'us-atlas/states-10m.json?url'
import type { ShapeKind, Shapes, ShapesRequest, ShapesResponse } from './shapes.worker.ts'
import ShapesWorker from './shapes.worker.ts?worker'

const urlByKind: Record<ShapeKind, string> = { states: statesUrl, counties: countiesUrl }
const shapesByKind = new Map<ShapeKind, Promise<Shapes>>()

/** Reads an atlas in a worker, because the counties would block the main thread. */
function readInWorker(kind: ShapeKind): Promise<Shapes> {
  const worker = new ShapesWorker()
  const answer = new Promise<Shapes>((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.onmessage = ({ data }: MessageEvent<ShapesResponse>) =>
      'failure' in data ? reject(new Error(data.failure)) : resolve(data)
  })
  worker.postMessage({ kind, url: new URL(urlByKind[kind], location.href).href } satisfies ShapesRequest)
  return answer.finally(() => worker.terminate())
}

/** The outlines of states or counties: loaded once for all maps, and again after a failure. */
export function loadShapes(kind: ShapeKind): Promise<Shapes> {
  const pending = shapesByKind.get(kind) ?? readInWorker(kind)
  shapesByKind.set(kind, pending)
  pending.catch(() => shapesByKind.delete(kind))
  return pending
}
