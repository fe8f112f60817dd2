import { createFileRoute } from '@tanstack/react-router'
import { LegalScreen } from '../features/legal/legal-screen.tsx'
import { legalDocument } from '../features/legal/refund-policy.md'

export const Route = createFileRoute('/refund-policy')({ component: () => <LegalScreen {...legalDocument} /> })
