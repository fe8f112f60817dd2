import countiesUrl from 'us-atlas/counties-10m.json?url'
import statesUrl from 'us-atlas/states-10m.json?url'
import type { ShapeKind, Shapes, ShapesAnswer, ShapesQuestion } from './shapes.worker.ts'
import ShapesWorker from './shapes.worker.ts?worker'

const urls: Record<ShapeKind, string> = { states: statesUrl, counties: countiesUrl }
const known = new Map<ShapeKind, Promise<Shapes>>()

/** Reads an atlas beside the main thread, for which the counties are too much at once. */
function read(kind: ShapeKind): Promise<Shapes> {
  const worker = new ShapesWorker()
  const answer = new Promise<Shapes>((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.onmessage = ({ data }: MessageEvent<ShapesAnswer>) =>
      'failure' in data ? reject(new Error(data.failure)) : resolve(data)
  })
  worker.postMessage({ kind, url: new URL(urls[kind], location.href).href } satisfies ShapesQuestion)
  return answer.finally(() => worker.terminate())
}

/** The outlines of states or counties: read once for all maps, and asked for again after a failure. */
export function loadShapes(kind: ShapeKind): Promise<Shapes> {
  const asked = known.get(kind) ?? read(kind)
  known.set(kind, asked)
  asked.catch(() => known.delete(kind))
  return asked
}
