"""OpenStack Swift with its S3 interface: account, container, object and proxy server of one device in one process, which
ends with its standard input. Prints the proxy's port. Argument: a folder for everything it writes, removed at the end."""
import os
import shutil
import sys

import eventlet

eventlet.monkey_patch()

from swift.common import utils, wsgi  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402

folder = os.path.abspath(sys.argv[1])
os.makedirs(os.path.join(folder, 'devices', 'disk'))


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


defaults = f'[DEFAULT]\nswift_dir = {folder}\ndevices = {folder}/devices\nmount_check = false\nfallocate_reserve = 0\n'
write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = tests\n')
utils.set_swift_dir(folder)
utils.drop_privileges = utils.eventlet_monkey_patch = lambda *_: None


def serve(name, config):
    listener = eventlet.listen(('127.0.0.1', 0))
    path = write(f'{name}.conf', defaults + config)
    app = wsgi.loadapp(path, global_conf={'log_name': name})
    # Amazon's client needs the header `ETag` as it is written.
    options = {'protocol': wsgi.SwiftHttpProtocol, 'capitalize_response_headers': False, 'log_output': False}
    eventlet.spawn_n(eventlet.wsgi.server, listener, app, None, **options)
    return listener.getsockname()[1]


for kind in ('account', 'container', 'object'):
    port = serve(kind, f'[pipeline:main]\npipeline = {kind}-server\n[app:{kind}-server]\nuse = egg:swift#{kind}\n')
    ring = RingBuilder(1, 1, 0)
    place = {'ip': '127.0.0.1', 'port': port, 'device': 'disk'}
    ring.add_dev({'region': 1, 'zone': 1, 'weight': 1, 'replication_ip': '127.0.0.1', 'replication_port': port, **place})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, f'{kind}.ring.gz'))

filters = 'catch_errors copy slo dlo'.split()
print(
    serve(
        'proxy',
        '[pipeline:main]\npipeline = catch_errors cache s3api tempauth copy slo dlo proxy-server\n'
        '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n'
        # Nothing listens there: the cache is always empty.
        '[filter:cache]\nuse = egg:swift#memcache\nmemcache_servers = 127.0.0.1:1\n'
        '[filter:tempauth]\nuse = egg:swift#tempauth\nuser_test_tester = testing .admin\nuser_test_next = changed .admin\n'
        '[filter:s3api]\nuse = egg:swift#s3api\nlocation = eu-central-1\n'
        + ''.join(f'[filter:{name}]\nuse = egg:swift#{name}\n' for name in filters),
    ),
    flush=True,
)
# A plain read would stop the servers as well.
eventlet.hubs.trampoline(sys.stdin, read=True)
shutil.rmtree(folder, ignore_errors=True)
os._exit(0)
