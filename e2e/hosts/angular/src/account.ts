import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core'
import type { ConfigOverrides } from '@customer-center/elements'
import { getToken, logIn, logOut, type User } from '../../shop/login'
import '@customer-center/elements'

@Component({
  selector: 'app-account',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <button (click)="user.set(logIn('anna'))">Anna</button>
    <button (click)="user.set(logIn('berta'))">Berta</button>
    <button (click)="user.set(logOut())">Niemand</button>
    <output id="route">{{ route() }}</output>
    @for (id of [user()?.id]; track id) {
      <customer-center
        [fetchToken]="user() ? getToken : null"
        config-url="http://127.0.0.1:4390/elements/assets/config.prod.json"
        [config]="config"
        (route-change)="route.set($event.detail.route)"
      >
        <p>Ihr Kundenkonto wird geladen.</p>
      </customer-center>
    }
  `
})
export class Account {
  readonly config: ConfigOverrides = {
    allowedRoutes: ['mydata', 'mydata/contacts', 'scripts', 'invoices', 'confirmations', 'confirmations/education']
  }
  readonly route = signal('')
  readonly user = signal<User | null>(null)
  readonly getToken = getToken
  readonly logIn = logIn
  readonly logOut = logOut
}
