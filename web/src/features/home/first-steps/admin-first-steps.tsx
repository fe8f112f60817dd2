import type { AdminStep, FirstSteps } from '@dooryard/contract/identity/first-steps'
import { createHash } from '../../../ui/hooks/use-open-by-hash.ts'
import { FirstStepsPanel, type StepDetails } from './first-steps.tsx'

const details = {
  IMPORT_COUNTY: {
    title: 'Import a county',
    text: 'Until then there is nothing to search.',
    link: { to: '/portal/data' },
  },
  SET_PRICES: {
    title: 'Set your prices',
    text: 'How many credits a lead costs, and the smallest order.',
    link: { to: '/portal/credit-settings' },
  },
  INVITE_USER: {
    title: 'Invite a user',
    text: 'They get a mail with a code to choose their password.',
    link: { to: '/portal/users', hash: createHash },
  },
} satisfies Record<AdminStep, StepDetails>

/** The first steps of administrators. */
export const AdminFirstSteps = ({ steps }: Pick<FirstSteps, 'steps'>) => (
  <FirstStepsPanel steps={steps} details={details} />
)
