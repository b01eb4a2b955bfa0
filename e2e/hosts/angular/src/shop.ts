import { Component } from '@angular/core'
import { RouterLink, RouterOutlet } from '@angular/router'

@Component({
  selector: 'app-shop',
  imports: [RouterLink, RouterOutlet],
  template: `
    <nav>
      <button routerLink="/">Konto</button>
      <button routerLink="/warenkorb">Warenkorb</button>
    </nav>
    <router-outlet />
  `
})
export class Shop {}
