import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { savedSearch } from '../../criteria/saved-searches/saved-searches.data.ts'
import { isMissing, sentenceFor } from '../../lib/errors.ts'
import { toastDone, toastFailure } from '../../ui/toasts/toasts.ts'
import { startedFrom } from './saved-search.ts'
import type { CampaignWizard } from './use-campaign-wizard.ts'

type Taking = { wizard: CampaignWizard; onTaken: () => void }

/**
 * Takes over the filters of the saved search that the address names, once: the address says no more of it then. Where one
 * went on before it had come, the way back leads to an address that still does.
 */
export function useStartFrom(saved: string | undefined, { wizard, onTaken }: Taking) {
  const { data, error } = useQuery({ ...savedSearch(saved ?? ''), enabled: saved !== undefined })
  const taken = useRef<string>(undefined)
  const take = useEffectEvent(() => {
    if (taken.current === saved) return onTaken()
    taken.current = saved
    if (data) {
      wizard.change(startedFrom(data, wizard.draft))
      toastDone(`The filters are those of “${data.name}”`)
    } else toastFailure(isMissing(error) ? 'That saved search does not exist.' : sentenceFor(error))
    onTaken()
  })
  const isKnown = saved !== undefined && (data !== undefined || error !== null)
  useEffect(() => {
    if (isKnown) take()
  }, [isKnown])
}
