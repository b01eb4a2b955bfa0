<?php

// Makes a site whose start page has the shortcode, whose page /block/ has the block, and what an author may write.

$_SERVER['HTTP_HOST'] = 'localhost';
(new mysqli('localhost', 'root', '', null, 0, getenv('DATABASE_SOCKET')))->query('CREATE DATABASE wordpress');
define('WP_INSTALLING', true);
require __DIR__ . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';

wp_install('Shop', 'admin', 'admin@example.com', false, '', 'admin');
activate_plugin('customer-center/customer-center.php', '', false, true);
update_option('customer_center_server', 'http://127.0.0.1:4390');
update_option('show_avatars', '0');
update_option('permalink_structure', '/%postname%/');
wp_create_user('author', 'author', 'author@example.com');
(new WP_User('author'))->set_role('author');
// The editor's tour, which a slow machine closes and opens again with one click.
$preferences = ['core/edit-post' => ['welcomeGuide' => false], '_modified' => '2030-01-01T00:00:00.000Z'];
foreach (['admin', 'author'] as $name) {
    update_user_meta(get_user_by('login', $name)->ID, $wpdb->get_blog_prefix() . 'persisted_preferences', $preferences);
}

/** Writes as somebody: WordPress takes from an author's text what only an administrator may write. */
function write(string $user, string $name, string $content, string $type = 'page'): int
{
    wp_set_current_user(get_user_by('login', $user)->ID);
    kses_init();
    return wp_insert_post([
        'post_type' => $type,
        'post_status' => 'publish',
        'post_title' => ucfirst($name),
        'post_name' => $name,
        'post_content' => wp_slash($content),
    ], true);
}

$navigation = <<<'HTML'
<!-- wp:html -->
<button onclick="location.href = '/%1$s'">Konto</button>
<button onclick="location.href = '/warenkorb/'">Warenkorb</button>
<output id="route"></output>
<!-- /wp:html -->
HTML;

// What the page's own code does: its properties and events are the element's, whoever has written the tag.
$script = <<<'HTML'
<!-- wp:html -->
<script>
  const center = document.querySelector('customer-center')
  center.config = {
    allowedRoutes: ['mydata', 'mydata/contacts', 'scripts', 'invoices', 'confirmations', 'confirmations/education']
  }
  center.addEventListener('route-change', ({ detail }) => (document.querySelector('#route').value = detail.route))
</script>
<!-- /wp:html -->
HTML;

// As wide as the theme allows, which the block is by itself: in its narrow column the menu is folded up.
$shortcode = '<!-- wp:group {"align":"wide"} --><div class="wp-block-group alignwide"><!-- wp:shortcode -->' . getenv('SHORTCODE') . '<!-- /wp:shortcode --></div><!-- /wp:group -->';
$block = '<!-- wp:customer-center/element {"language":"de-at","accent":"#7a1f2b","accentDark":"#f0a3ad"} /-->';
$home = write('admin', 'konto', sprintf($navigation, '') . $shortcode . $script);
write('admin', 'block', sprintf($navigation, 'block/') . $block . $script);
write('admin', 'warenkorb', sprintf($navigation, ''));
update_option('show_on_front', 'page');
update_option('page_on_front', $home);

write('author', 'tag', '<customer-center config-url="https://attacker.example/config.json"></customer-center>Text', 'post');
write(
    'author',
    'hostile',
    '[customer_center element="script" language="xx" route_prefix="a&quot; onclick=&quot;hacked=1" accent="red;color:blue"'
    . ' config_url="https://attacker.example" server="https://attacker.example"]'
    . '[customer_center route_prefix=\'"><script>hacked=1</script>\']',
    'post'
);
flush_rewrite_rules(false);
