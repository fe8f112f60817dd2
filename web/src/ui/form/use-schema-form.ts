import { schemaResolver, useForm } from '@mantine/form'
import { createContext, type FocusEvent, type FormEvent, type MouseEvent, useContext, useEffect, useRef } from 'react'
import type { z } from 'zod'
import { ApiError } from '../../lib/api/errors.ts'

type Values = Record<string, unknown>

export type SchemaForm<V extends Values> = ReturnType<typeof useSchemaForm<V>>

/** Loads a schema when the form is first validated, so that the screen need not wait for it. */
export type DeferredSchema = () => Promise<z.ZodType>

const loadedSchemas = new WeakMap<DeferredSchema, z.ZodType>()

/** Validates the values by a schema. If the schema cannot be loaded, the server validates with the same rules. */
function buildValidator(schema: z.ZodType | DeferredSchema) {
  const known = typeof schema === 'function' ? loadedSchemas.get(schema) : schema
  // Synchronous where possible, so that an error disappears as soon as its field is valid.
  if (known) return schemaResolver(known, { sync: true })
  const load = schema as DeferredSchema // the other case is handled above
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
 * A form validated by a contract schema. A field is validated on blur and then on every change; a failed submit
 * focuses the first invalid field; input is kept when the server rejects it. `toFieldName` maps a field of the call to
 * the form's field where the names differ.
 */
export function useSchemaForm<V extends Values>(
  schema: z.ZodType | DeferredSchema,
  initialValues: V,
  onValues?: (values: V) => void,
  toFieldName = (path: string) => path,
) {
  const form = useForm<V>({
    initialValues,
    validate: buildValidator(schema),
    validateInputOnBlur: true,
    clearInputErrorOnChange: false,
    onValuesChange: (values, before) => {
      for (const field of Object.keys(values))
        if (values[field] !== before[field] && form.errors[field]) void form.validateField(field)
      onValues?.(values)
    },
  })
  useUnsavedCheck(form.isDirty)
  // In screen order, which may differ from the schema's order.
  const focusFirst = (fields: string[]) => {
    const inputs = fields.map((field) => form.getInputNode(field)).filter((input) => input !== null)
    inputs.sort(compareDocumentOrder)[0]?.focus()
  }
  const refused = (error: unknown) =>
    (error instanceof ApiError ? error.issues : []).map(({ path, message }) => ({ field: toFieldName(path), message }))
  return {
    ...form,
    getInputProps: (...of: Parameters<typeof form.getInputProps>) => {
      const props = form.getInputProps(...of)
      return { ...props, onBlur: (event: FocusEvent) => !leavesForm(event) && props.onBlur?.(event) }
    },
    submit: (send: (values: V) => void) => (event?: FormEvent<HTMLFormElement>) =>
      form.onSubmit(send, (errors) => focusFirst(Object.keys(errors)))(event),
    showRefusal: (error: unknown) => {
      const issues = refused(error)
      if (issues.length === 0) return
      form.setErrors(Object.fromEntries(issues.map(({ field, message }) => [field, message])))
      focusFirst(issues.map(({ field }) => field))
    },
    /** The server's error, or null when every issue is shown at a field. */
    unlessOnFields: (error: Error | null) => {
      const issues = refused(error)
      return issues.length > 0 && issues.every(({ field }) => (field.split('.')[0] ?? field) in form.values)
        ? null
        : error
    },
  }
}

/**
 * Whether the focus goes to what the user presses, or to the submit button of the form, which validates all fields. A
 * message appearing now could move the pressed element away, and the click would be lost.
 */
function leavesForm({ target, relatedTarget }: FocusEvent): boolean {
  if (!(relatedTarget instanceof Element)) return false
  const isSubmit = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit'
  return relatedTarget.matches('a:active, button:active') || (isSubmit && relatedTarget.form === target.closest('form'))
}

const compareDocumentOrder = (one: Node, other: Node) =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1

/** What a dialog asks before it loses something. */
export type DiscardQuestion = { text: string; stay: string; discard: string }

/** Whether something would be lost, if not what was typed then with the question about it. */
export type UnsavedCheck = () => boolean | DiscardQuestion

type UnsavedRef = { current: UnsavedCheck | undefined }

/** Where the content of a dialog registers its check for what closing would lose. */
export const UnsavedContext = createContext<UnsavedRef | undefined>(undefined)

/** Makes the surrounding dialog, if any, ask before closing loses something. */
export function useUnsavedCheck(check: UnsavedCheck) {
  const around = useContext(UnsavedContext)
  useEffect(() => {
    if (!around) return
    around.current = check
    return () => {
      around.current = undefined
    }
  }, [around, check])
}

/** Allows one call at a time: a second click before the first call has finished does nothing. */
export function useSingleFlight() {
  const isBusy = useRef(false)
  return (act: (release: () => void) => void) => {
    if (isBusy.current) return
    isBusy.current = true
    act(() => {
      isBusy.current = false
    })
  }
}

/**
 * For the submit button of a form that clears itself: the second click of a double click would find it empty and
 * report missing values. A guard on sending is not enough, because sending may finish between the clicks.
 */
export function preventDoubleClick(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault()
}
