import { testOpenedOf } from './screens.ts'

testOpenedOf('admin')
