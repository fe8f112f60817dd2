import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getErrorHelp } from '../../../lib/api/errors.ts'
import { takePersonToConnect } from '../../../lib/external-sign-in/unconnected-person.ts'
import { showErrorToast } from '../../../ui/toasts/toasts.ts'

/** Connects the person of the sign-in that led here. In the portal, because it may ask for a second factor. */
export function PersonToConnect() {
  const cache = useQueryClient()
  useEffect(() => {
    const person = takePersonToConnect()
    if (person)
      import('./connect-person.ts').then(
        ({ connectPerson }) => connectPerson(person, cache),
        (error) => showErrorToast(getErrorHelp(error)),
      )
  }, [cache])
  return null
}
