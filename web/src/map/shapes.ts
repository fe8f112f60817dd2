import countiesUrl from 'us-atlas/counties-10m.json?url'
import statesUrl from 'us-atlas/states-10m.json?url'
import ShapesWorker from './shapes.worker.ts?worker'

type Kind = 'states' | 'counties'
export type ShapesQuestion = { kind: Kind; url: string }
/** The outlines, and the names with their places: GeoJSON in addresses of its own, `data:…`. */
export type Shapes = { shapes: string; names: string }

type Answer = { kind: Kind; shapes?: Shapes; failure?: string }

const urls: Record<Kind, string> = { states: statesUrl, counties: countiesUrl }
const known = new Map<Kind, Promise<Shapes>>()

let reader: Worker | undefined

/** Reads an atlas beside the main thread, for which the counties are too much at once. One worker reads all of them. */
function read(kind: Kind): Promise<Shapes> {
  reader ??= new ShapesWorker()
  const worker = reader
  const listening = new AbortController()
  const { signal } = listening
  const answer = new Promise<Shapes>((resolve, reject) => {
    const fail = ({ message }: ErrorEvent) => {
      reader = undefined
      reject(new Error(message))
    }
    const take = ({ data: { kind: of, shapes, failure } }: MessageEvent<Answer>) => {
      if (of !== kind) return
      if (shapes) resolve(shapes)
      else reject(new Error(failure))
    }
    worker.addEventListener('error', fail, { signal })
    worker.addEventListener('message', take, { signal })
  })
  worker.postMessage({ kind, url: new URL(urls[kind], location.href).href } satisfies ShapesQuestion)
  return answer.finally(() => listening.abort())
}

/** The outlines of states or counties: read once for all maps, and asked for again after a failure. */
export function shapesOf(kind: Kind): Promise<Shapes> {
  const asked = known.get(kind) ?? read(kind)
  known.set(kind, asked)
  asked.catch(() => known.delete(kind))
  return asked
}
