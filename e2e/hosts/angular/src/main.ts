import { bootstrapApplication } from '@angular/platform-browser'
import { provideRouter } from '@angular/router'
import { Account } from './account'
import { Cart } from './cart'
import { Shop } from './shop'

const routes = [
  { path: '', component: Account },
  { path: 'warenkorb', component: Cart }
]

bootstrapApplication(Shop, { providers: [provideRouter(routes)] }).catch((error: unknown) => console.error(error))
