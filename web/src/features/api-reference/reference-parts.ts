import type { ChangeEvent, ComponentType, MouseEvent, ReactNode, TextareaHTMLAttributes } from 'react'
import { randomId } from '../../lib/ids.ts'
import type { Component, Immutable, SwaggerPlugin, SwaggerReact, SwaggerRequest, SwaggerSystem } from './swagger.ts'

const idempotencyHeader = 'Idempotency-Key'

/** The id of the heading of a call or an event. */
export const headingId = (operationId: string) => `call-${operationId}`

/** A component of the library, given what the library gave to ours in its place. */
const rendered = ({ createElement: h }: SwaggerReact, Original: Component, props: object = {}) =>
  h(Original as ComponentType<object>, props) // what it takes is between the library and itself

type SummaryProps = { isShown: boolean; toggleShown: () => void; operationProps: Immutable }

const summaryOf =
  ({ createElement: h }: SwaggerReact): Component =>
  ({ isShown, toggleShown, operationProps: props }: SummaryProps) =>
    h(
      'h3',
      { className: 'call-heading', id: headingId(String(props.get('operationId'))) },
      h(
        'button',
        { type: 'button', 'aria-expanded': isShown, onClick: toggleShown },
        h('span', { className: 'call-method', 'data-method': props.get('method') }, String(props.get('method'))),
        h('span', { className: 'call-path' }, String(props.get('path'))),
        h('span', { className: 'call-summary' }, String(props.get('summary') ?? '')),
      ),
    )

type TagProps = { tag: string; tagObj: Immutable; children: ReactNode }

const tagOf =
  ({ createElement: h }: SwaggerReact): Component =>
  ({ tag, tagObj, children }: TagProps) => {
    const description = tagObj.getIn(['tagDetails', 'description'])
    return h(
      'section',
      { className: 'call-group' },
      h('h2', null, tag),
      typeof description === 'string' && h('p', { className: 'group-description' }, description),
      children,
    )
  }

type InputProps = {
  schema: Immutable
  value: unknown
  onChange: (value: string) => void
  description: string
  disabled?: boolean
  required?: boolean
}
type Choices = { toArray: () => unknown[] } | undefined

/** The field of a parameter, which has its name. */
const inputOf =
  ({ createElement: h }: SwaggerReact): Component =>
  ({ schema, value, onChange, description, disabled, required }: InputProps) => {
    const choices = (schema.get('enum') as Choices)?.toArray().map(String)
    const common = { 'aria-label': description, value: String(value ?? ''), disabled }
    const onInput = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => onChange(event.target.value)
    if (!choices) return h('input', { ...common, type: 'text', onChange: onInput, 'aria-required': required })
    return h(
      'select',
      { ...common, onChange: onInput },
      h('option', { value: '' }, 'Any'),
      ...choices.map((choice) => h('option', { key: choice, value: choice }, choice)),
    )
  }

const textAreaOf =
  ({ createElement: h }: SwaggerReact): Component =>
  (props: TextareaHTMLAttributes<HTMLTextAreaElement>) =>
    h('textarea', { ...props, 'aria-label': 'Request body', spellCheck: false, rows: 14 })

/** Code that the keyboard can scroll, without colours of its own. */
const codeOf =
  ({ createElement: h }: SwaggerReact): Component =>
  ({ children }: { children: ReactNode }) =>
    h('pre', { className: 'code', tabIndex: 0 }, children)

type FoldProps = { expanded?: boolean; children?: ReactNode; onChange: (event: MouseEvent, expanded: boolean) => void }

/** Folds a part of a schema; what stands at the top of one has no name of its own. */
const foldOf =
  ({ createElement: h }: SwaggerReact): Component =>
  ({ expanded = false, children, onChange }: FoldProps) =>
    h(
      'button',
      {
        type: 'button',
        className: 'json-schema-2020-12-accordion',
        'aria-expanded': expanded,
        onClick: (event) => onChange(event, !expanded),
      },
      h('span', { className: 'visually-hidden' }, 'Fields '),
      children,
    )

const executeOf =
  (React: SwaggerReact, spends: (path: string, method: string) => boolean) =>
  (Original: Component): Component =>
  (props: { path: string; method: string }) =>
    React.createElement(
      'div',
      { className: 'send' },
      spends(props.path, props.method) &&
        React.createElement(
          'p',
          { className: 'spends' },
          'This places a real order, which spends your credits. ',
          `Sent again with the same ${idempotencyHeader}, it gives that order and places no other.`,
        ),
      rendered(React, Original, props),
    )

type RowProps = { rawParam: Immutable; onChange: (parameter: Immutable, value: string, isXml: boolean) => void }

/** The row of a parameter. What is sent again with the same key is not done again, so a call has a new one when opened. */
const rowOf =
  (React: SwaggerReact) =>
  (Original: Component): Component =>
  (props: RowProps) => {
    const opened = React.useRef(props)
    React.useLayoutEffect(() => {
      const { rawParam, onChange } = opened.current
      if (rawParam.get('name') === idempotencyHeader) onChange(rawParam, randomId(), false)
    }, [])
    return rendered(React, Original, props)
  }

const responsesOf =
  (React: SwaggerReact) =>
  (Original: Component): Component =>
  (props: object) => {
    const box = React.useRef<HTMLDivElement>(null)
    // Each table of answers says that it is a region of the page, and none of them has a name.
    React.useLayoutEffect(() => {
      for (const table of box.current?.querySelectorAll('table[role=region]') ?? []) table.removeAttribute('role')
    })
    return React.createElement('div', { ref: box }, rendered(React, Original, props))
  }

const layoutOf =
  ({ React, getComponent }: SwaggerSystem): Component =>
  () =>
    React.createElement(
      'div',
      null,
      rendered(React, getComponent('operations', true)),
      rendered(React, getComponent('Webhooks', true)),
    )

/** Components of ours in the place of the library's. */
const ours: Record<string, (React: SwaggerReact) => Component> = {
  OperationSummary: summaryOf,
  OperationTag: tagOf,
  JsonSchema_string: inputOf,
  TextArea: textAreaOf,
  HighlightCode: codeOf,
  JSONSchema202012Accordion: foldOf,
}

/** What is kept of a request, to show the command: that is copied into chats and tickets, and stays when the user leaves. */
const withoutKey = (request: SwaggerRequest): SwaggerRequest => ({
  ...request,
  headers: { ...request.headers, Authorization: 'Bearer YOUR_API_KEY' },
})

type Options = {
  spends: (path: string, method: string) => boolean
  onShow: (id: string, isShown: boolean) => void
}

/** What the library shows, in the portal's words and within reach of everybody. */
export const referenceParts =
  ({ spends, onShow }: Options): SwaggerPlugin =>
  (system) => ({
    components: { ReferenceLayout: layoutOf(system) },
    wrapComponents: {
      ...Object.fromEntries(Object.entries(ours).map(([name, componentOf]) => [name, () => componentOf(system.React)])),
      execute: executeOf(system.React, spends),
      parameterRow: rowOf(system.React),
      responses: responsesOf(system.React),
    },
    statePlugins: {
      layout: {
        wrapActions: {
          show: (original) => (key, isShown) => {
            const id = key[2]
            if (key[0] === 'operations' && id) onShow(id, isShown)
            return original(key, isShown)
          },
        },
      },
      spec: {
        wrapActions: {
          setMutatedRequest: (original) => (path, method, request) => original(path, method, withoutKey(request)),
        },
      },
    },
  })
