import { createContext, useContext, useEffect } from 'react'

type Unsaved = { current: (() => boolean) | undefined }

/** Where the form in a dialog says whether closing it would lose what was typed. */
export const UnsavedContext = createContext<Unsaved | undefined>(undefined)

/** Has the dialog around a form, if there is one, ask before it closes over what was typed. */
export function useUnsaved(isDirty: () => boolean) {
  const around = useContext(UnsavedContext)
  useEffect(() => {
    if (!around) return
    around.current = isDirty
    return () => {
      around.current = undefined
    }
  }, [around, isDirty])
}
