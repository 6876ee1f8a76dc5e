"""slam_toolbox maps worlds/turtlebot while the robot circles among the pillars."""

from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument
from launch.conditions import IfCondition
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node


def generate_launch_description():
    share = Path(get_package_share_directory("skidpad"))
    simulator = Node(
        package="skidpad",
        executable="mvsim_node",
        name="mvsim",
        output="screen",
        # slam_toolbox publishes map -> odom.
        parameters=[
            {"world_file": LaunchConfiguration("world_file"), "headless": True, "do_fake_localization": False}
        ],
    )
    slam = Node(
        package="slam_toolbox",
        executable="async_slam_toolbox_node",
        name="slam_toolbox",
        output="screen",
        parameters=[str(share / "params" / "slam_toolbox.yaml")],
    )
    rviz = Node(
        package="rviz2",
        executable="rviz2",
        arguments=["-d", str(share / "rviz" / "slam.rviz")],
        parameters=[{"use_sim_time": True}],
        condition=IfCondition(LaunchConfiguration("use_rviz")),
    )
    declared = [
        DeclareLaunchArgument("world_file", description="worlds/turtlebot.world.xml"),
        DeclareLaunchArgument("use_rviz", default_value="true", description="Start RViz"),
    ]
    return LaunchDescription([*declared, simulator, slam, rviz])
