import { schemaResolver, useForm } from '@mantine/form'
import { createContext, type FocusEvent, type FormEvent, type MouseEvent, useContext, useEffect, useRef } from 'react'
import type { z } from 'zod'
import { ApiError } from '../../lib/errors.ts'

type Values = Record<string, unknown>

export type SchemaForm<V extends Values> = ReturnType<typeof useSchemaForm<V>>

/** Brings a schema when the form is first checked, where the screen is to be there before its code is. */
export type DeferredSchema = () => Promise<z.ZodType>

const loadedSchemas = new WeakMap<DeferredSchema, z.ZodType>()

/** What checks the values by a schema. One that cannot be loaded leaves it to the server, which checks by the same. */
function checkBy(schema: z.ZodType | DeferredSchema) {
  const known = typeof schema === 'function' ? loadedSchemas.get(schema) : schema
  // At once where it can be: a message is gone as soon as its field is right.
  if (known) return schemaResolver(known, { sync: true })
  const load = schema as DeferredSchema // the other kind is known
  return (values: Values) =>
    load().then(
      (loaded) => {
        loadedSchemas.set(load, loaded)
        return schemaResolver(loaded, { sync: true })(values)
      },
      () => ({}),
    )
}

/**
 * A form over a schema of the contract: a field is checked when it is left, and from then on at every change; a failed
 * submit puts the focus on the first field at fault on the screen; what was typed stays after the server refuses it.
 * `fieldOf` says which field stands for one of the call, where they are not called the same.
 */
export function useSchemaForm<V extends Values>(
  schema: z.ZodType | DeferredSchema,
  initialValues: V,
  onValues?: (values: V) => void,
  fieldOf = (path: string) => path,
) {
  const form = useForm<V>({
    initialValues,
    validate: checkBy(schema),
    validateInputOnBlur: true,
    clearInputErrorOnChange: false,
    onValuesChange: (values, before) => {
      for (const field of Object.keys(values))
        if (values[field] !== before[field] && form.errors[field]) void form.validateField(field)
      onValues?.(values)
    },
  })
  useUnsaved(form.isDirty)
  // As they stand on the screen, which need not be the order of the schema.
  const focusFirst = (fields: string[]) => {
    const inputs = fields.map((field) => form.getInputNode(field)).filter((input) => input !== null)
    inputs.sort(byPlace)[0]?.focus()
  }
  const refused = (error: unknown) =>
    (error instanceof ApiError ? error.issues : []).map(({ path, message }) => ({ field: fieldOf(path), message }))
  return {
    ...form,
    getInputProps: (...of: Parameters<typeof form.getInputProps>) => {
      const props = form.getInputProps(...of)
      return { ...props, onBlur: (event: FocusEvent) => !isPressed(event.relatedTarget) && props.onBlur?.(event) }
    },
    submit: (send: (values: V) => void) => (event: FormEvent<HTMLFormElement>) =>
      form.onSubmit(send, (errors) => focusFirst(Object.keys(errors)))(event),
    showRefusal: (error: unknown) => {
      const issues = refused(error)
      if (issues.length === 0) return
      form.setErrors(Object.fromEntries(issues.map(({ field, message }) => [field, message])))
      focusFirst(issues.map(({ field }) => field))
    },
    /** What the server refused, but for what stands on the fields: that is not said over them as well. */
    unlessOnFields: (error: Error | null) => {
      const issues = refused(error)
      return issues.length > 0 && issues.every(({ field }) => field in form.values) ? null : error
    },
  }
}

/** A message that appeared now would push away what is being pressed, and the press would be lost. */
const isPressed = (target: EventTarget | null) => target instanceof Element && target.matches('a:active, button:active')

const byPlace = (one: Node, other: Node) =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1

type Unsaved = { current: (() => boolean) | undefined }

/** Where the form in a dialog says whether closing it would lose what was typed. */
export const UnsavedContext = createContext<Unsaved | undefined>(undefined)

/** Has the dialog around a form, if there is one, ask before it closes over what was typed. */
function useUnsaved(isDirty: () => boolean) {
  const around = useContext(UnsavedContext)
  useEffect(() => {
    if (!around) return
    around.current = isDirty
    return () => {
      around.current = undefined
    }
  }, [around, isDirty])
}

/** Lets one call through at a time: a second click before the first has landed does nothing. */
export function useSingleFlight() {
  const isBusy = useRef(false)
  return (act: (land: () => void) => void) => {
    if (isBusy.current) return
    isBusy.current = true
    act(() => {
      isBusy.current = false
    })
  }
}

/**
 * For the button of a form that empties itself when it is sent: the second click of a double click would find it empty
 * and ask for what was given a moment ago. To guard the sending is not enough, as that may be over between the clicks.
 */
export function firstClickOnly(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault()
}
