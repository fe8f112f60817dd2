import { useEffect, useRef } from 'react'
import createSwaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import './calls.css'
import './schemas.css'
import './tried-call.css'
import { openToKeys, placesIn, type ReferenceDocument, spendsCredits } from './reference-document.ts'
import { headingId, referenceParts } from './reference-parts.ts'
import type { SwaggerOptions, SwaggerRequest, SwaggerResponse } from './swagger.ts'

export type CallsProps = {
  document: ReferenceDocument
  apiKey: string
  /** The call or event that the address names. */
  call?: string | undefined
  onCall: (call: string | undefined) => void
}

/** Sends what is tried with the key, and with nothing else that the browser knows of the user. */
function withKey(request: SwaggerRequest, apiKey: string): SwaggerRequest {
  if (new URL(request.url, window.location.href).origin !== window.location.origin)
    throw new Error('A key is sent to this portal alone')
  if (apiKey) request.headers['Authorization'] = `Bearer ${apiKey}`
  request.credentials = 'omit'
  return request
}

const told = /^(content-type|content-disposition|location|ratelimit|ratelimit-policy|retry-after|x-request-id)$/

/** An answer with those of its headers that the document tells of; the rest is for browsers. */
const withToldHeaders = (response: SwaggerResponse): SwaggerResponse => ({
  ...response,
  headers: Object.fromEntries(Object.entries(response.headers).filter(([name]) => told.test(name))),
})

const appearance = {
  layout: 'ReferenceLayout',
  docExpansion: 'none',
  tryItOutEnabled: true,
  showMutatedRequest: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
  syntaxHighlight: { activated: false },
} as const

/** Shows the reference in an element: each call, what it takes and answers, and a way to try it. Gives a way to open one. */
function showIn(domNode: HTMLElement, latest: () => CallsProps) {
  const { document: whole } = latest()
  const spec = openToKeys(whole, window.location.origin)
  const places = placesIn(spec)
  let opened: string[] = []
  let isReady = false

  /** The address names the call that was opened last, of those that are still open. */
  const onShow = (id: string, isShown: boolean) => {
    opened = opened.filter((other) => other !== id)
    if (isShown) opened.push(id)
    latest().onCall(opened.at(-1))
  }

  const open = (call: string | undefined) => {
    const place = places.find(({ id }) => id === call)
    if (!isReady || !place || opened.includes(place.id)) return
    system.layoutActions.show(['operations', place.under, place.id], true)
    setTimeout(() => document.getElementById(headingId(place.id))?.scrollIntoView())
  }

  const options: SwaggerOptions = {
    ...appearance,
    domNode,
    spec,
    plugins: [referenceParts({ spends: (path, method) => spendsCredits(spec, path, method), onShow })],
    responseInterceptor: withToldHeaders,
    requestInterceptor: (request) => withKey(request, latest().apiKey),
    onComplete: () => {
      isReady = true
      open(latest().call)
    },
  }
  const system = createSwaggerUi(options)
  return { open }
}

/** The calls that an API key opens and the events that webhooks are told, from the document. */
export function Calls(props: CallsProps) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const shown = useRef<ReturnType<typeof showIn>>(undefined)
  useEffect(() => {
    latest.current = props
    // The library may live on for a while after it was left.
    return () => {
      latest.current = { ...props, apiKey: '' }
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document is shown anew
  useEffect(() => {
    const inside = document.createElement('div')
    box.current?.append(inside)
    shown.current = showIn(inside, () => latest.current)
    return () => inside.remove()
  }, [props.document])
  useEffect(() => shown.current?.open(props.call), [props.call])
  return <div ref={box} className="api-calls" />
}
