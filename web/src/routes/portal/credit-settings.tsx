import { createFileRoute } from '@tanstack/react-router'
import { CreditSettingsScreen } from '../../features/credit-settings/credit-settings-screen.tsx'

export const Route = createFileRoute('/portal/credit-settings')({ component: CreditSettingsScreen })
