declare module '*.md' {
  export const legalDocument: import('../../../legal-documents.ts').LegalDocument
}
