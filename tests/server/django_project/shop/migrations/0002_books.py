from django.db import migrations


def fill(apps, _):
    books = apps.get_model("shop", "Category").objects.create(name="books")
    apps.get_model("shop", "Product").objects.create(title="SQL", category=books, stock=3)


class Migration(migrations.Migration):
    dependencies = [("shop", "0001_initial")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
