import type { ReactNode } from 'react'

/** An immutable map of the library. */
export type Immutable = {
  get: (key: string) => unknown
  getIn: (path: string[]) => unknown
  setIn: (path: string[], value: unknown) => Immutable
}

export type Component = (props: never) => ReactNode

/** The library renders with a React of its own, so its elements must be made by that one: no JSX here. */
export type SwaggerReact = Pick<typeof import('react'), 'createElement' | 'useLayoutEffect' | 'useRef'>

type Key = string[]

export type SwaggerSystem = {
  React: SwaggerReact
  getComponent: (name: string, isContainer?: true) => Component
  layoutActions: { show: (key: Key, isShown: boolean) => void }
}

type Show = (key: Key, isShown: boolean) => unknown

type KeepRequest = (path: string, method: string, request: SwaggerRequest) => unknown

export type SwaggerPlugin = (system: SwaggerSystem) => {
  components?: Record<string, Component>
  wrapComponents?: Record<string, (original: Component) => Component>
  statePlugins?: {
    layout: { wrapActions: { show: (original: Show) => Show } }
    spec: { wrapActions: { setMutatedRequest: (original: KeepRequest) => KeepRequest } }
  }
}

export type SwaggerRequest = { url: string; headers: Record<string, string>; credentials?: RequestCredentials }

export type SwaggerResponse = { headers: Record<string, string> }

export type SwaggerOptions = {
  domNode: HTMLElement
  spec: object
  layout: string
  plugins: SwaggerPlugin[]
  docExpansion: 'none'
  tryItOutEnabled: boolean
  showMutatedRequest: boolean
  displayRequestDuration: boolean
  defaultModelsExpandDepth: number
  validatorUrl: null
  requestInterceptor: (request: SwaggerRequest) => SwaggerRequest
  responseInterceptor: (response: SwaggerResponse) => SwaggerResponse
  syntaxHighlight: { activated: boolean }
  onComplete: () => void
}
