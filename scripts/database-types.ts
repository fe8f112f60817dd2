import { writeDatabaseTypes } from './lib/database-types.ts'

// npm run db:types: writes the types of the database, which an editor needs and `npm run check` writes by itself.

await writeDatabaseTypes()
